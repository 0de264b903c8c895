import { type FormEvent, useState } from 'react';

/** Cards beside the terminal; assign one of these numbers to a user in the console to make it known. */
const presets = [
  { number: '10000001', tone: 'blue' },
  { number: '10000002', tone: 'green' },
  { number: '4294967295', tone: 'plum' },
] as const;

interface CardsProps {
  disabled: boolean;
  onCard: (number: string) => void;
}

function OwnCard({ disabled, onCard }: CardsProps) {
  const [number, setNumber] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (number !== '') onCard(number);
  };
  return (
    <form className="own" onSubmit={submit}>
      <label htmlFor="own">Another card, by its number</label>
      <div>
        <input
          id="own"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={number}
          onInput={(event) => setNumber(event.currentTarget.value.replace(/\D/g, ''))}
        />
        <button type="submit" disabled={disabled || number === ''}>
          Present
        </button>
      </div>
    </form>
  );
}

export function Cards({ disabled, onCard }: CardsProps) {
  return (
    <section aria-labelledby="cards">
      <h2 id="cards">Cards</h2>
      <div className="cards">
        {presets.map(({ number, tone }) => (
          <button
            key={number}
            type="button"
            className={`card card-${tone}`}
            disabled={disabled}
            onClick={() => onCard(number)}
            aria-label={`Present card ${number}`}
          >
            <i aria-hidden="true" />
            <span>{number}</span>
          </button>
        ))}
      </div>
      <OwnCard disabled={disabled} onCard={onCard} />
    </section>
  );
}
