import { useEffect, useState } from 'react';
import type { Display } from '../protocol.ts';
import type { Shown } from './state.ts';
import { dateText, localTime, secondsText, timeText } from './times.ts';
import { directionOf, wordsOf } from './words.ts';

const resultMs = 4000;

function useNow(ahead: number): Date {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return new Date(now + ahead);
}

/** The newest result for some seconds after it came. */
export function useResult(newest: Shown | undefined): Shown | undefined {
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  useEffect(() => {
    if (newest === undefined || newest.past) return;
    setShown(newest);
    const timer = setTimeout(() => setShown(undefined), resultMs);
    return () => clearTimeout(timer);
  }, [newest]);
  return shown;
}

function Result({ result, language }: { result: Shown; language: string }) {
  const words = wordsOf(language);
  const name = result.user === null ? words.unknown : result.user.name || String(result.user.userid);
  const refused = !result.granted && !result.asked;
  return (
    <div className={`result ${refused ? 'result-no' : 'result-yes'}`} role="status">
      <span className="result-mark" aria-hidden="true">
        {refused ? '×' : result.asked ? '…' : '✓'}
      </span>
      <strong className="result-name">{name}</strong>
      {result.user !== null && refused && <span>{words.denied}</span>}
      <span className="result-what">
        {result.kind === 'card' ? words.card : words.pin} <bdi>{result.credential}</bdi>
      </span>
    </div>
  );
}

/** What is typed stands as dots, as on the real thing. */
function Typed({ pin }: { pin: string }) {
  return (
    <div className="typed" role="status" aria-label={`${pin.length} digits typed`}>
      {'•'.repeat(pin.length)}
    </div>
  );
}

/** The clock alone, and dim. */
function Saver({ now, display: { style, language } }: { now: Date; display: Display }) {
  return (
    <div className="screen screen-saver" lang={language} dir={directionOf(language)}>
      <time className="clock" dateTime={now.toISOString()}>
        <bdi dir="ltr">{timeText(now, style)}</bdi>
      </time>
      <div className="date">
        <bdi dir="ltr">{dateText(now, style)}</bdi>
      </div>
    </div>
  );
}

function Lock({ label }: { label: string }) {
  return (
    <svg className="lock" viewBox="0 0 24 24" role="img" aria-label={label}>
      <path d="M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />
    </svg>
  );
}

interface ScreenProps {
  display: Display;
  clockAhead: number;
  pin: string;
  result: Shown | undefined;
}

export function Screen({ display, clockAhead, pin, result }: ScreenProps) {
  const { language, lines, initialPassword } = display;
  const { style, asleep, status, statuses } = display;
  const now = localTime(useNow(clockAhead), style);
  const words = wordsOf(language);
  const [title, ...rest] = lines;
  if (asleep && result === undefined) return <Saver now={now} display={display} />;
  return (
    <div className="screen" lang={language} dir={directionOf(language)}>
      <div className="screen-top">
        <span className="screen-title">{title}</span>
        {style.locked && <Lock label={words.locked} />}
      </div>
      <time className="clock" dateTime={now.toISOString()}>
        <bdi dir="ltr">{timeText(now, style)}</bdi>
        <small>{secondsText(now, style)}</small>
      </time>
      <div className="date">
        {now.toLocaleDateString(language, { weekday: 'long', timeZone: 'UTC' })}{' '}
        <bdi dir="ltr">{dateText(now, style)}</bdi>
      </div>
      {initialPassword !== null && (
        <div className="password">
          <span>{words.initialPassword}</span>
          <strong dir="ltr">{initialPassword}</strong>
        </div>
      )}
      {display.wifiSsid !== null && (
        <div className="password password-wifi">
          <bdi>{display.wifiSsid}</bdi>
          {display.wifiKey !== null && <strong dir="ltr">{display.wifiKey}</strong>}
        </div>
      )}
      <div className="messages">
        {rest.map((line) => (
          <div key={line}>{line}</div>
        ))}
        {display.console !== null && <bdi dir="ltr">{display.console}</bdi>}
      </div>
      <ul className="statuses" aria-label={words.status}>
        {statuses.map((label) => (
          <li key={label} className={label === status ? 'status status-now' : 'status'} aria-current={label === status}>
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
      {pin === '' ? <div className="ready">{words.ready}</div> : <Typed pin={pin} />}
      {result !== undefined && <Result result={result} language={language} />}
    </div>
  );
}
