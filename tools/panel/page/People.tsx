import { type CSSProperties, type DragEvent, useEffect, useState } from 'react';
import { fingerNames, hueOf, initialsOf, stranger, type Touch, touches, type Visitor } from './hands.ts';
import { fetchPeople } from './terminal.ts';

const TYPING_MS = 150;
const AGAIN_MS = 2000;

/** Read when the search changes, and polled while the page is visible: people are added in the console. */
export function usePeople(search: string): readonly Visitor[] {
  const [people, setPeople] = useState<readonly Visitor[]>([]);
  useEffect(() => {
    let over = false;
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const found = await fetchPeople(search);
      if (!over) setPeople((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    const typed = setTimeout(ask, TYPING_MS);
    const again = setInterval(ask, AGAIN_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      clearTimeout(typed);
      clearInterval(again);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [search]);
  return people;
}

export function Face({ visitor }: { visitor: Visitor }) {
  if (visitor.stranger === true) {
    return (
      <span className="face face-stranger" aria-hidden="true">
        ?
      </span>
    );
  }
  return (
    <span className="face" style={{ '--hue': String(hueOf(visitor.userid)) } as CSSProperties} aria-hidden="true">
      {initialsOf(visitor.name || String(visitor.userid))}
    </span>
  );
}

/** Credentials of a person, in a few words. */
function holdings({ card, fingers, face, irises }: Visitor): string {
  const parts = [
    card === '' ? '' : 'card',
    fingers.length === 0 ? '' : fingers.length === 1 ? '1 finger' : `${fingers.length} fingers`,
    face ? 'face' : '',
    irises.length === 0 ? '' : 'iris',
  ];
  return parts.filter((part) => part !== '').join(', ') || 'nothing yet';
}

interface PersonProps {
  visitor: Visitor;
  chosen: boolean;
  onChoose: (visitor: Visitor) => void;
}

function PersonButton({ visitor, chosen, onChoose }: PersonProps) {
  const name = visitor.name || String(visitor.userid);
  const drag = (event: DragEvent<HTMLButtonElement>): void => {
    event.dataTransfer?.setData('text/plain', String(visitor.userid));
    onChoose(visitor);
  };
  return (
    <button
      type="button"
      className="person"
      aria-pressed={chosen}
      draggable
      onDragStart={drag}
      onClick={() => onChoose(visitor)}
    >
      <Face visitor={visitor} />
      <span className="person-name">
        <bdi>{name}</bdi>
      </span>
      <small>{visitor.stranger === true ? 'known to nobody' : holdings(visitor)}</small>
    </button>
  );
}

interface HandProps {
  finger: number;
  touch: Touch;
  onFinger: (finger: number) => void;
  onTouch: (touch: Touch) => void;
}

/** The finger on the sensor, and its quality. */
export function Hand({ finger, touch, onFinger, onTouch }: HandProps) {
  return (
    <div className="hand">
      <label>
        <span>Finger</span>
        <select value={finger} onChange={(event) => onFinger(Number(event.currentTarget.value))}>
          {fingerNames.map((name, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Pressed</span>
        <select value={touch} onChange={(event) => onTouch(event.currentTarget.value as Touch)}>
          {touches.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface PeopleProps {
  people: readonly Visitor[];
  search: string;
  chosen: Visitor | undefined;
  hand: HandProps;
  onSearch: (search: string) => void;
  onChoose: (visitor: Visitor) => void;
}

export function People({ people, search, chosen, hand, onSearch, onChoose }: PeopleProps) {
  return (
    <section className="people" aria-labelledby="people">
      <h2 id="people">People</h2>
      <p className="hint people-hint">
        {chosen === undefined
          ? 'Choose somebody, then tap the reader, the sensor or the camera; or drag the face there.'
          : `${chosen.name || chosen.userid} stands at the terminal.`}
      </p>
      <input
        type="search"
        aria-label="Find by name or ID"
        placeholder="Name or ID"
        autoComplete="off"
        value={search}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
      <div className="crowd">
        {people.map((visitor) => (
          <PersonButton
            key={visitor.userid}
            visitor={visitor}
            chosen={chosen?.userid === visitor.userid}
            onChoose={onChoose}
          />
        ))}
      </div>
      {/* Not at the end of the list: always visible, however many people there are. */}
      <PersonButton visitor={stranger} chosen={chosen?.userid === stranger.userid} onChoose={onChoose} />
      {people.length === 0 && search === '' && <p className="hint">Nobody yet: add people in the console.</p>}
      {chosen !== undefined && <Hand {...hand} />}
    </section>
  );
}
