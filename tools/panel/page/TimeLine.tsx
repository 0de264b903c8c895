import { useEffect, useState } from 'react';
import { type Lane, lanes, type Mark, seenAt, windowMs } from './timeline.ts';

const titles: Readonly<Record<Lane, string>> = {
  decision: 'Decision',
  relay: 'Relay',
  leaf: 'Door',
  wiegand: 'Wiegand',
};
const tickMs = 250;

function useTick(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Position in the window, from its left end, in percent. */
const place = (at: number, now: number): number => Math.max(0, 100 * (1 - (now - at) / windowMs));

function Bar({ mark, now }: { mark: Mark; now: number }) {
  const from = place(mark.from, now);
  const to = mark.to === undefined ? 100 : place(mark.to, now);
  const style = { insetInlineStart: `${from}%`, inlineSize: mark.to === mark.from ? undefined : `${to - from}%` };
  const kind = mark.to === mark.from ? 'moment' : 'bar-mark';
  return <i className={`${kind} mark-${mark.tone}`} style={style} title={mark.text} />;
}

/** The last minute at the door, lane by lane; newest on the right. */
export function TimeLine({ marks }: { marks: readonly Mark[] }) {
  const now = useTick();
  const seen = seenAt(marks, now);
  const newest = seen.filter(({ lane }) => lane === 'decision').at(-1);
  return (
    <section className="timeline" aria-labelledby="timeline">
      <h2 id="timeline">The last minute</h2>
      <div className="lanes" aria-hidden="true">
        {lanes.map((lane) => (
          <div key={lane} className="lane">
            <span>{titles[lane]}</span>
            <div className="track">
              {seen
                .filter((mark) => mark.lane === lane)
                .map((mark) => (
                  <Bar key={`${mark.from} ${mark.text}`} mark={mark} now={now} />
                ))}
            </div>
          </div>
        ))}
      </div>
      <p className="visually-hidden">{newest?.text ?? 'Nothing happened in the last minute.'}</p>
    </section>
  );
}
