import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';

export interface SecretButtonProps {
  /** What is removed or kept: read out, as a page may have several. */
  label: string;
  /** It will be removed: the button takes that back. */
  removing: boolean;
  onPress: () => void;
}

/** Removes a stored secret, or keeps it after all. */
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
