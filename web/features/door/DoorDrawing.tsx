import type { DoorStateReply } from '@gen/door.ts';
import type { DoorTimes } from './meaning.ts';

/** Parts of the drawing, by their numbers. */
export const marks = { lock: 1, sensor: 2, button: 3, terminal: 4 } as const;

export interface DoorDrawingProps {
  door: DoorStateReply;
  /** Wired parts, by the settings; other parts are dashed. */
  values: Pick<DoorTimes, 'relay' | 'sensor'>;
}

/**
 * The wall with the terminal, the door and its wiring in the current state. The numbers are those of the list
 * below it, which has all of it as text.
 */
export function DoorDrawing({ door, values }: DoorDrawingProps) {
  const open = door.leaf === 'open';
  const locks = values.relay === 'door';
  const hasSensor = values.sensor !== 'none';
  const caseOpen = door.alarms.some(({ alarm }) => alarm === 'tamper');
  return (
    <svg className="door-drawing" viewBox="0 0 320 180" aria-hidden="true">
      <path className="drawing-wall" d="M8 168H312M108 168V28H204V168" />
      {open ? (
        <path className="drawing-leaf" d="M112 32 168 48V156L112 166Z" />
      ) : (
        <path className="drawing-leaf" d="M112 32H200V166H112Z" />
      )}
      <circle className="drawing-handle" cx={open ? 160 : 190} cy="104" r="3" />

      <path className={wire(locks)} d="M60 84H84V14H232V112H216" />
      <rect className={part(locks, door.relay)} x="204" y="98" width="12" height="28" rx="2" />
      {!door.relay && !open && <path className="drawing-bolt" d="M196 112H206" />}

      <path className={wire(hasSensor)} d="M60 76H78V20H150V26" />
      <rect className={part(hasSensor, open)} x="138" y="22" width="24" height="6" rx="2" />
      <rect className={part(hasSensor, open)} x="138" y={open ? 46 : 34} width="24" height="6" rx="2" />

      <path className={wire(locks)} d="M60 92H90V8H262V90" />
      <rect className={part(locks, false)} x="250" y="90" width="24" height="32" rx="4" />
      <circle className="drawing-knob" cx="262" cy="106" r="6" />

      <rect
        className={caseOpen ? 'drawing-part is-alarm' : 'drawing-part'}
        x="28"
        y="64"
        width="32"
        height="48"
        rx="5"
      />
      <path className="drawing-screen" d="M34 72H54V88H34ZM38 96H50M38 102H50" />
      {caseOpen && <path className="drawing-case" d="M60 66 70 72V110L60 112" />}
      {door.sounds && <path className="drawing-sound" d="M22 60A22 22 0 0 1 22 40M15 64A30 30 0 0 1 15 36" />}

      <Mark number={marks.lock} x={224} y={140} />
      <Mark number={marks.sensor} x={176} y={46} />
      <Mark number={marks.button} x={262} y={136} />
      <Mark number={marks.terminal} x={44} y={126} />
    </svg>
  );
}

/** Parts that are not wired are dashed, active parts are filled. */
const part = (isWired: boolean, isActive: boolean): string =>
  `drawing-part${isWired ? '' : ' is-missing'}${isActive ? ' is-active' : ''}`;
const wire = (isWired: boolean): string => `drawing-wire${isWired ? '' : ' is-missing'}`;

function Mark({ number, x, y }: { number: number; x: number; y: number }) {
  return (
    <g className="drawing-mark">
      <circle cx={x} cy={y} r="9" />
      <text x={x} y={y} dy="0.36em" textAnchor="middle">
        {number}
      </text>
    </g>
  );
}
