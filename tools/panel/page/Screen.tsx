import { useEffect, useState } from 'react';
import type { Display } from '../protocol.ts';
import type { Shown } from './state.ts';
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
  return (
    <div className={`result ${result.user === null ? 'result-no' : 'result-yes'}`} role="status">
      <span className="result-mark" aria-hidden="true">
        {result.user === null ? '×' : '✓'}
      </span>
      <strong className="result-name">{name}</strong>
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

interface ScreenProps {
  display: Display;
  clockAhead: number;
  pin: string;
  result: Shown | undefined;
}

export function Screen({ display, clockAhead, pin, result }: ScreenProps) {
  const { language, lines, initialPassword } = display;
  const now = useNow(clockAhead);
  const words = wordsOf(language);
  const [title, ...rest] = lines;
  return (
    <div className="screen" lang={language} dir={directionOf(language)}>
      <div className="screen-top">
        <span className="screen-title">{title}</span>
      </div>
      <time className="clock" dateTime={now.toISOString()}>
        {now.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
        <small>{now.toLocaleTimeString('en', { second: '2-digit' }).padStart(2, '0')}</small>
      </time>
      <div className="date">{now.toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long' })}</div>
      {initialPassword !== null && (
        <div className="password">
          <span>{words.initialPassword}</span>
          <strong dir="ltr">{initialPassword}</strong>
        </div>
      )}
      <div className="messages">
        {rest.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      {pin === '' ? <div className="ready">{words.ready}</div> : <Typed pin={pin} />}
      {result !== undefined && <Result result={result} language={language} />}
    </div>
  );
}
