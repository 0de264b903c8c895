import type { Factor, IdentifyMode } from '@gen/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { factorText, modeText } from './words.ts';

export const factorIcon: Record<Factor, IconName> = {
  card: 'card',
  finger: 'finger',
  password: 'keypad',
  face: 'face',
  iris: 'eye',
  id: 'idBadge',
};

/** How a user is identified, in a line of icons with their words. */
export function ModeSummary(props: { identifyMode: IdentifyMode; identifyFactors: readonly Factor[] }) {
  const { identifyMode, identifyFactors } = props;
  if (identifyMode !== 'all' || identifyFactors.length === 0) {
    return <p className="mode-line">{modeText(identifyMode)}</p>;
  }
  return (
    <p className="mode-line">
      {identifyFactors.map((factor, index) => (
        <span key={factor} className="mode-step">
          {index > 0 && <span className="mode-join">{t('users.and')}</span>}
          <span className="mode-factor">
            <Icon name={factorIcon[factor]} size={16} />
            {factorText(factor)}
          </span>
        </span>
      ))}
    </p>
  );
}
