import type { AuthorizedDevice } from '@gen/devices.ts';
import { t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectPageBox } from '../../../ui/SelectBox.tsx';
import { SelectionBar } from '../../../ui/SelectionBar.tsx';
import { type Chosen, macNumber } from './useChosen.ts';
import type { Deciding } from './useDeciding.tsx';

export interface AuthorizationBarProps {
  chosen: Chosen;
  rows: readonly AuthorizedDevice[];
  deciding: Deciding;
}

/** Actions for the selected devices. */
export function AuthorizationBar({ chosen, rows, deciding }: AuthorizationBarProps) {
  const phone = usePhone();
  const { devices } = chosen;
  const waiting = devices.filter(({ authorized }) => !authorized);
  const open = devices.filter(({ authorized }) => authorized);
  return (
    <SelectionBar
      count={devices.length}
      elsewhere={0}
      onClear={chosen.clear}
      page={phone && <SelectPageBox selection={chosen} ids={rows.map(({ mac }) => macNumber(mac))} />}
    >
      <Button icon="check" disabled={waiting.length === 0} onClick={() => deciding.authorize(waiting, true)}>
        {t('authorization.authorize')}
      </Button>
      <Button disabled={open.length === 0} onClick={() => deciding.authorize(open, false)}>
        {t('authorization.cancel')}
      </Button>
      <Button tone="danger" icon="trash" disabled={devices.length === 0} onClick={() => deciding.remove(devices)}>
        {t('authorization.delete')}
      </Button>
    </SelectionBar>
  );
}
