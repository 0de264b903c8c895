import type { DecideFinding, DecideStep, ExplainReply } from '@gen/door.ts';
import { Link } from 'react-router-dom';
import { factorText } from '../../lib/factors.ts';
import { formatDay, formatList, t } from '../../lib/i18n.ts';
import { askerText, degreesText, missedText, reasonText, recordMoment } from '../../lib/recordTexts.ts';
import { useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';

const marks: Readonly<Record<DecideFinding, { icon: IconName; tone: Tone }>> = {
  passed: { icon: 'check', tone: 'neutral' },
  granted: { icon: 'check', tone: 'ok' },
  refused: { icon: 'close', tone: 'no' },
  waits: { icon: 'clock', tone: 'warn' },
};

/** The decision, and the rule that made it; `isSaid`: the decision is already shown above. */
export function WhySteps({ why, isSaid = false }: { why: ExplainReply; isSaid?: boolean }) {
  const { icon, tone } = marks[why.verdict];
  return (
    <div className="stack">
      {!isSaid && (
        <div className="why-verdict" role="status">
          <Tag tone={tone} icon={icon}>
            {t(`why.verdict.${why.verdict}`)}
          </Tag>
          <strong>{reasonOf(why)}</strong>
          <span className="muted">{recordMoment(why)}</span>
        </div>
      )}
      {why.lacks.length > 0 && (
        <Notice tone="warn">{t('why.lacks', { factors: formatList(why.lacks.map(factorText)) })}</Notice>
      )}
      <ol className="why-steps" aria-label={t('why.steps')}>
        {why.steps.map((step) => (
          <Step key={step.rule} step={step} why={why} />
        ))}
      </ol>
      <p className="muted why-note">{t('why.note')}</p>
    </div>
  );
}

/** The log would say that the second factor or person did not come; here that has not failed yet. */
function reasonOf({ verdict, reason, missing }: ExplainReply): string {
  if (verdict !== 'waits') return reasonText(reason);
  if (missing.length === 0) return t('why.asksPerson');
  return t('why.asksFactors', { factors: formatList(missing.map(factorText)) });
}

function Step({ step, why }: { step: DecideStep; why: ExplainReply }) {
  const roles: readonly string[] = useSession()?.roles ?? [];
  const { icon } = marks[step.finding];
  const decides = step.finding !== 'passed';
  const mayOpen = step.page !== '' && roles.includes(step.page.split('/')[1] ?? '');
  return (
    <li className={`why-step why-${step.finding}`} aria-current={decides ? 'step' : undefined}>
      <Icon name={icon} className="why-mark" />
      <span className="why-words">
        <span className="why-rule">{t(`why.rule.${step.rule}`)}</span>
        <span className={decides ? undefined : 'muted'}>
          {decides && <span className="visually-hidden">{t('why.decided')} </span>}
          {foundText(step, why)}
        </span>
      </span>
      {mayOpen && (
        <Link className="why-link" to={step.page} aria-label={`${t('why.open')}: ${t(`why.rule.${step.rule}`)}`}>
          {t('why.open')}
        </Link>
      )}
    </li>
  );
}

/** Formats `20261130` as a day. */
const dayOf = (day: number): string =>
  String(day)
    .padStart(8, '0')
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

function foundText(step: DecideStep, why: ExplainReply): string {
  const { rule, reason, number, name } = step;
  if (rule === 'device' && why.from !== 'own') {
    const text = reason === 'none' ? t('why.passed') : reasonText(reason);
    return t('why.with', { text, what: askerText(why.from, why.mac) });
  }
  if (reason === 'none') return t('why.passed');
  if (step.finding === 'waits') return reasonOf(why);
  const text = reasonText(reason);
  if (reason === 'outsideHours' && step.late !== 0) return t('why.with', { text, what: missedText(step) });
  if (number === 0) return text;
  if (rule === 'validity') return t('why.with', { text, what: formatDay(dayOf(number)) });
  if (rule === 'temperature') return t('why.with', { text, what: degreesText(number) });
  if (rule === 'antiPassback') return t('why.with', { text, what: t(number === 1 ? 'why.inside' : 'why.outside') });
  return t('why.with', { text, what: name === '' ? t('why.number', { number: String(number) }) : name });
}
