import type { Factor } from '@gen/contract.ts';
import { useId } from 'react';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { Tag } from '../../ui/Tag.tsx';
import { toggleFactor } from './identify.ts';

export interface FactorTile {
  factor: Factor;
  icon: IconName;
  label: string;
  enrolled: boolean;
}

export interface FactorTilesProps {
  factors: readonly FactorTile[];
  chosen: readonly Factor[];
  disabled: boolean;
  error: string | undefined;
  onChange: (chosen: Factor[]) => void;
}

/** The factors as pictures with a check box each, and whether the user has them. */
export function FactorTiles({ factors, chosen, disabled, error, onChange }: FactorTilesProps) {
  const id = useId();
  return (
    <fieldset className="tiles-field" disabled={disabled} aria-describedby={error ? id : undefined}>
      <legend className="visually-hidden">{t('users.factorsTitle')}</legend>
      <div className="tiles">
        {factors.map(({ factor, icon, label, enrolled }) => (
          <label key={factor} className="tile">
            <input
              type="checkbox"
              name="identifyFactors"
              value={factor}
              checked={chosen.includes(factor)}
              aria-invalid={error ? true : undefined}
              onChange={(event) => onChange(toggleFactor(chosen, factor, event.currentTarget.checked))}
            />
            <Icon name={icon} size={28} />
            <span className="tile-label">{label}</span>
            <Tag icon={enrolled ? 'check' : undefined} tone={enrolled ? 'ok' : 'neutral'}>
              {enrolled ? t('users.enrolled') : t('users.notEnrolled')}
            </Tag>
          </label>
        ))}
      </div>
      <div className="field-error" id={id} role="alert">
        {error && (
          <>
            <Icon name="alert" size={14} />
            {error}
          </>
        )}
      </div>
    </fieldset>
  );
}
