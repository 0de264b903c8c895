import type { AccessControlValues } from '@gen/door.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { measureText } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { meaningSentences, type TimeLine, timeLine } from './meaning.ts';

/** The effect of the settings when a person enters: two lanes on a time line of seconds, and the same as sentences. */
export function MeaningCard({ values }: { values: AccessControlValues }) {
  const line = timeLine(values);
  if (line === undefined) return null;
  return (
    <Card title={t('access.means')} help={t('access.meansHelp')}>
      <Lanes line={line} isBell={values.relay === 'ring'} />
      <ul className="door-means">
        {meaningSentences(values, line).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  );
}

function Lanes({ line, isBell }: { line: TimeLine; isBell: boolean }) {
  const percent = (seconds: number) => `${(seconds / line.length) * 100}%`;
  const part = (from: number, to: number) => ({
    insetInlineStart: percent(from),
    inlineSize: percent(to - from),
  });
  const { relay, held } = line;
  return (
    <div className="door-lanes" aria-hidden="true">
      {relay !== undefined && (
        <div className="door-lane">
          <span className="door-lane-name">{t(isBell ? 'access.bellNow' : 'access.lockNow')}</span>
          <div className="door-lane-bar">
            <span className={`door-part is-released${line.untilClosed ? ' is-until' : ''}`} style={part(0, relay)}>
              <span>{t(isBell ? 'settings.on' : 'access.released')}</span>
            </span>
          </div>
        </div>
      )}
      {held !== undefined && (
        <div className="door-lane">
          <span className="door-lane-name">{t('access.leafOpen')}</span>
          <div className="door-lane-bar">
            <span className="door-part is-fine" style={part(0, held.soon)} />
            <span className="door-part is-soon" style={part(held.soon, held.alarm)}>
              <span>{t('access.warning')}</span>
            </span>
            <span className="door-part is-alarm" style={part(held.alarm, line.length)}>
              <span>{t('access.alarm')}</span>
            </span>
          </div>
        </div>
      )}
      <div className="door-lane-marks">
        {line.marks.map((seconds, index) => (
          <span key={seconds} style={{ insetInlineStart: percent(seconds) }}>
            {index === 0 ? measureText(formatNumber(seconds), 's') : formatNumber(seconds)}
          </span>
        ))}
      </div>
    </div>
  );
}
