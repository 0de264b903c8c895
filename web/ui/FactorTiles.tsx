import { type ReactNode, useId } from 'react';
import { type Factor, factorText, toggleFactor } from '../lib/factors.ts';
import { factorIcon } from './FactorSet.tsx';
import { FieldError } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface FactorTilesProps {
  /** Read out before the first tile. */
  label: string;
  factors: readonly Factor[];
  chosen: readonly Factor[];
  disabled: boolean;
  error: string | undefined;
  onChange: (chosen: Factor[]) => void;
  /** Text below the name, such as whether a user has it. */
  note?: (factor: Factor) => ReactNode;
}

/** The factors as pictures with a check box each. */
export function FactorTiles({ label, factors, chosen, disabled, error, onChange, note }: FactorTilesProps) {
  const id = useId();
  return (
    <fieldset className="tiles-field" disabled={disabled} aria-describedby={error ? id : undefined}>
      <legend className="visually-hidden">{label}</legend>
      <div className="tiles">
        {factors.map((factor) => (
          <label key={factor} className="tile">
            <input
              type="checkbox"
              name="identifyFactors"
              value={factor}
              checked={chosen.includes(factor)}
              aria-invalid={error ? true : undefined}
              onChange={(event) => onChange(toggleFactor(chosen, factor, event.currentTarget.checked))}
            />
            <Icon name={factorIcon[factor]} size={28} />
            <span className="tile-label">{factorText(factor)}</span>
            {note?.(factor)}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
