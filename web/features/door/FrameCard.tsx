import type { AccessControlValues } from '@gen/door.ts';
import { formatNumber, ltr, t } from '../../lib/i18n.ts';
import { Card } from '../../ui/Card.tsx';
import { type BitKind, sampleFrame } from './frame.ts';
import { checkFrame } from './wiegandCheck.ts';

const letters: Readonly<Record<BitKind, string>> = { parity: 'P', facility: 'F', number: 'N' };

/** Wiegand output for a sample user, bit by bit: a letter below each bit says what it belongs to. */
export function FrameCard({ values }: { values: AccessControlValues }) {
  const whole = Object.values(values).every((value) => !Number.isNaN(value));
  if (!whole || Object.keys(checkFrame(values)).length > 0) return null;
  const { bits, facility, number, of } = sampleFrame(values);
  const text = bits.map(({ bit }) => bit).join('');
  return (
    <Card title={t('access.frame')} help={t('access.frameHelp')}>
      <div className="frame-bits" dir="ltr" role="img" aria-label={t('access.frameOf', { count: bits.length, text })}>
        {bits.map(({ place, kind, bit }) => (
          <span key={place} className={`frame-bit frame-${kind}`}>
            <b>{bit}</b>
            <i>{letters[kind]}</i>
          </span>
        ))}
      </div>
      <dl className="frame-legend">
        <div>
          <dt>{letters.parity}</dt>
          <dd>{t('access.parity')}</dd>
        </div>
        {facility !== undefined && (
          <div>
            <dt>{letters.facility}</dt>
            <dd>{t('access.facilityOf', { code: formatNumber(facility) })}</dd>
          </div>
        )}
        <div>
          <dt>{letters.number}</dt>
          <dd>{t(of === 'card' ? 'access.cardOf' : 'access.useridOf', { number: ltr(String(number)) })}</dd>
        </div>
      </dl>
    </Card>
  );
}
