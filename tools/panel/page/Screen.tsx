import { useEffect, useState } from 'react';
import type { Display, Enrolling, Menu } from '../protocol.ts';
import { AdministratorMenu, Typed } from './Menu.tsx';
import type { PanelState, Shown } from './state.ts';
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

/** The newest result, for some seconds. */
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

/** The result of a credential. The name is shown only if access is granted: a found card reveals nothing. */
function Result({ result, photo, language }: { result: Shown; photo: PanelState['photo']; language: string }) {
  const words = wordsOf(language);
  const refused = !result.granted && result.asked.length === 0;
  const face = result.granted && photo?.userid === result.user?.userid ? photo : undefined;
  const name = result.granted && result.user !== null ? result.user.name || String(result.user.userid) : '';
  return (
    <div className={`result ${refused ? 'result-no' : 'result-yes'}`} role="status">
      {face === undefined ? (
        <span className="result-mark" aria-hidden="true">
          {refused ? '×' : result.granted ? '✓' : '…'}
        </span>
      ) : (
        <img className="result-photo" src={`data:image/jpeg;base64,${face.jpeg}`} alt="" />
      )}
      {name !== '' && (
        <strong className="result-name">
          <bdi>{name}</bdi>
        </strong>
      )}
      <span className={name === '' ? 'result-name' : ''}>
        {words(`screen.word.${result.word}`, { seconds: result.wait })}
      </span>
      {result.asked.map((factor) => (
        <span key={factor}>{words(`screen.asked.${factor}`)}</span>
      ))}
      {result.granted && result.status !== '' && (
        <span className="result-status">
          <bdi>{result.status}</bdi>
        </span>
      )}
      <span className="result-what">
        {words(`screen.kind.${result.kind}`)} <bdi>{result.credential}</bdi>
      </span>
    </div>
  );
}

/** The running enrolment, and its result for some seconds; not one that ended before the page was loaded. */
function useEnrolling(newest: Enrolling | null): Enrolling | null {
  const [shown, setShown] = useState<Enrolling | null>(null);
  const isOver = newest?.step === 'done' || newest?.step === 'failed';
  const key = newest === null ? '' : Object.values(newest).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same enrolment comes again with each event of the display
  useEffect(() => {
    setShown((before) => (isOver && before === null ? null : newest));
    if (!isOver) return;
    const timer = setTimeout(() => setShown(null), resultMs);
    return () => clearTimeout(timer);
  }, [key]);
  return shown;
}

/** Green and red show the result, like for a credential; neutral during the enrolment. */
function enrolmentLook(step: Enrolling['step']): string {
  return step === 'done' ? 'result-yes' : step === 'failed' ? 'result-no' : 'result-asks';
}

function taskOf({ step, factor }: Enrolling): string {
  if (step === 'present') return `screen.enrol.present.${factor}`;
  return step === 'lift' && (factor === 'face' || factor === 'iris')
    ? 'screen.enrol.lookAway'
    : `screen.enrol.step.${step}`;
}

/** The user, and the instruction. */
function Enrolment({ enrol, language }: { enrol: Enrolling; language: string }) {
  const words = wordsOf(language);
  const note = enrol.note === 'none' ? '' : words(`screen.enrol.note.${enrol.note}`);
  const isOver = enrol.step === 'done' || enrol.step === 'failed';
  return (
    <div className={`result ${enrolmentLook(enrol.step)}`} role="status">
      {enrol.userid > 0 && (
        <span className="result-person">
          <bdi>{enrol.name || enrol.userid}</bdi>
        </span>
      )}
      <span className="result-mark" aria-hidden="true">
        {enrol.step === 'done' ? '✓' : enrol.step === 'failed' ? '×' : '…'}
      </span>
      <strong className="result-name">{words(taskOf(enrol))}</strong>
      {note !== '' && <span>{note}</span>}
      {!isOver && enrol.needed > 1 && (
        <bdi className="result-what" dir="ltr">
          {enrol.presses} / {enrol.needed}
        </bdi>
      )}
    </div>
  );
}

/** Only the clock, dimmed. */
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
  menu: Menu;
  clockAhead: number;
  pin: string;
  result: Shown | undefined;
  photo: PanelState['photo'];
}

export function Screen({ display, menu, clockAhead, pin, result, photo }: ScreenProps) {
  const { language, lines, initialPassword } = display;
  const { style, asleep } = display;
  const status = display.chosen ?? display.status;
  const now = localTime(useNow(clockAhead), style);
  const words = wordsOf(language);
  const [title, ...rest] = lines;
  const open = menu.page !== 'closed';
  const enrolling = useEnrolling(display.enrol);
  if (asleep && result === undefined && enrolling === null) return <Saver now={now} display={display} />;
  return (
    <div className="screen" lang={language} dir={directionOf(language)}>
      <div className="screen-top">
        <span className="screen-title">{title}</span>
        {style.locked && <Lock label={words('screen.locked')} />}
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
          <span>{words('screen.initialPassword')}</span>
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
      {status !== '' && (
        <div className="status status-now">
          <span className="visually-hidden">{words('screen.status')} </span>
          <bdi>{status}</bdi>
        </div>
      )}
      {pin === '' || open ? <div className="ready">{words('screen.ready')}</div> : <Typed pin={pin} words={words} />}
      {open && <AdministratorMenu menu={menu} language={language} pin={pin} />}
      {enrolling !== null && <Enrolment enrol={enrolling} language={language} />}
      {result !== undefined && <Result result={result} photo={photo} language={language} />}
    </div>
  );
}
