import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';

export interface SecretButtonProps {
  /** Name of the secret: read out, as a page may have several. */
  label: string;
  /** It will be removed: the button reverts that. */
  removing: boolean;
  onPress: () => void;
}

/** Removes a stored secret, or reverts the removal. */
export function SecretButton({ label, removing, onPress }: SecretButtonProps) {
  return (
    <Button
      tone="quiet"
      size="small"
      label={removing ? t('secret.keepOf', { label }) : t('secret.removeOf', { label })}
      onClick={onPress}
    >
      {removing ? t('secret.keep') : t('secret.remove')}
    </Button>
  );
}
