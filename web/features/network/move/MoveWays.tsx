import { t } from '../../../lib/i18n.ts';
import { originOf, staysHere } from '../../../lib/move/machine.ts';
import type { Moving } from '../../../lib/move/useMoving.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

/**
 * Undo and confirm while there is time and the terminal responds here, and the link to the new address. `joining`: during
 * joining a Wi-Fi network, where undo means cancel.
 */
export function MoveWays({ moving, origin, joining }: { moving: Moving; origin: string; joining: boolean }) {
  const { state, busy, keep, undo } = moving;
  const { move, here, left } = state;
  const away = move.url !== '' && !staysHere(move, origin);
  const open = left > 0 && here === true;
  return (
    <>
      {open && (
        <Button disabled={busy} onClick={() => void undo()}>
          {joining ? t('ui.cancel') : t('move.undo')}
        </Button>
      )}
      {open && (
        <Button disabled={busy} tone={away ? 'plain' : 'primary'} onClick={() => void keep()}>
          {t('move.keep')}
        </Button>
      )}
      {away && (
        <a className={`button button-${open ? 'plain' : 'primary'}`} href={move.url} target="_blank" rel="noreferrer">
          <Icon name="external" />
          <span>{t('move.open', { address: hostOf(move.url) })}</span>
        </a>
      )}
    </>
  );
}

function hostOf(url: string): string {
  return originOf(url).replace(/^https?:\/\//, '');
}
