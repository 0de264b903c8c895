import type { ExplainReply } from '@gen/door.ts';
import type { Record as Line } from '@gen/records.ts';
import { t } from '../../lib/i18n.ts';
import { detailText, reasonText, recordMoment, resultText } from '../../lib/recordTexts.ts';
import { Tag } from '../../ui/Tag.tsx';

/** The decision of a record. */
export type Decided = Pick<Line, 'seq' | 'time' | 'offset' | 'kind' | 'result' | 'reason' | 'detail' | 'photo'>;

/** The number of the rule that decided, if the record has one. */
const RULE = /^\d+(?= |$)/;

/** The decision at that time, from the log; a rule has its current name, once that is known. */
export function WhyThen({ line, why }: { line: Decided; why: ExplainReply | undefined }) {
  const number = Number(RULE.exec(line.detail)?.[0] ?? 0);
  const rule = why?.steps.find((step) => number !== 0 && step.number === number && step.reason === line.reason);
  const more = [detailText(line), rule?.name ?? ''].filter((text) => text !== '').join(' · ');
  return (
    <section aria-label={t('why.then')}>
      <h3 className="why-heading">{t('why.then')}</h3>
      <div className="why-verdict">
        <Tag tone={line.result === 'granted' ? 'ok' : 'no'} icon={line.result === 'granted' ? 'check' : 'close'}>
          {resultText(line.result)}
        </Tag>
        <strong>{reasonText(line.reason)}</strong>
        {more !== '' && <bdi>{more}</bdi>}
        <span className="muted">{recordMoment(line)}</span>
      </div>
    </section>
  );
}

/** Whether the current settings give the same decision. */
export function isSame(line: Decided, { verdict, reason }: ExplainReply): boolean {
  return (line.result === 'granted') === (verdict === 'granted') && line.reason === reason;
}
