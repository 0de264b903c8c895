import { type Factor, factorText } from '../lib/factors.ts';
import { t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export const factorIcon: Record<Factor, IconName> = {
  card: 'card',
  finger: 'finger',
  password: 'keypad',
  face: 'face',
  iris: 'eye',
  id: 'idBadge',
};

/** Factors that are required together, in a line of icons with their names. */
export function FactorSet({ factors }: { factors: readonly Factor[] }) {
  return (
    <p className="mode-line">
      {factors.map((factor, index) => (
        <span key={factor} className="mode-step">
          {index > 0 && <span className="mode-join">{t('ui.and')}</span>}
          <span className="mode-factor">
            <Icon name={factorIcon[factor]} size={16} />
            {factorText(factor)}
          </span>
        </span>
      ))}
    </p>
  );
}
