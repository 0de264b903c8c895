import { useCallback, useEffect, useRef, useState } from 'react';
import type { Visitor } from './hands.ts';
import { rushOf } from './rush.ts';
import { fetchCarriers } from './terminal.ts';

interface RushProps {
  disabled: boolean;
  onArrive: (visitor: Visitor) => void;
}

/** Many people in a short time; each pushes the door when it is unlocked. */
export function Rush({ disabled, onArrive }: RushProps) {
  const [count, setCount] = useState(20);
  const [minutes, setMinutes] = useState(1);
  const [left, setLeft] = useState(0);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const latest = useRef(onArrive);
  latest.current = onArrive;
  const stop = useCallback((): void => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
    setLeft(0);
  }, []);
  useEffect(() => stop, [stop]);
  const start = async (): Promise<void> => {
    const arrivals = rushOf(await fetchCarriers(count), count, minutes, Math.random);
    setLeft(arrivals.length);
    timers.current = arrivals.map(({ afterMs, visitor }) =>
      setTimeout(() => {
        latest.current(visitor);
        setLeft((before) => Math.max(0, before - 1));
      }, afterMs),
    );
  };
  const number = (label: string, value: number, max: number, set: (value: number) => void) => (
    <label>
      <input
        type="number"
        aria-label={label}
        min={1}
        max={max}
        value={value}
        onInput={(event) => set(Math.min(max, Math.max(1, Math.round(Number(event.currentTarget.value)) || 1)))}
      />
    </label>
  );
  return (
    <fieldset className="rush">
      <legend>Rush hour</legend>
      {number('People', count, 500, setCount)} people in {number('Minutes', minutes, 60, setMinutes)} min
      {left === 0 ? (
        <button type="button" disabled={disabled} onClick={() => void start()}>
          Start
        </button>
      ) : (
        <button type="button" onClick={stop}>
          Stop, {left} to come
        </button>
      )}
    </fieldset>
  );
}
