import type { AuthorizedDevice } from '@gen/devices.ts';
import { useCallback, useMemo } from 'react';
import { t } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/confirm.ts';
import { NameList } from '../../../ui/NameList.tsx';
import { toast } from '../../../ui/toast.ts';
import { modelOf } from '../words.ts';
import type { Authorized } from './useAuthorized.ts';

export interface Deciding {
  readonly authorize: (devices: readonly AuthorizedDevice[], authorized: boolean) => void;
  /** Asks for confirmation first. */
  readonly remove: (devices: readonly AuthorizedDevice[]) => void;
}

const macsOf = (devices: readonly AuthorizedDevice[]) => devices.map(({ mac }) => mac);

/** Actions of an administrator for devices of a list, with their result. */
export function useDeciding({ authorize, remove }: Authorized, done: () => void): Deciding {
  const decide = useCallback(
    async (devices: readonly AuthorizedDevice[], authorized: boolean) => {
      const count = devices.length;
      if (!(await authorize(macsOf(devices), authorized))) return;
      toast.ok(t(authorized ? 'authorization.authorizedDone' : 'authorization.cancelledDone', { count }));
      done();
    },
    [authorize, done],
  );
  const ask = useCallback(
    async (devices: readonly AuthorizedDevice[]) => {
      const count = devices.length;
      await confirm({
        title: t('authorization.deleteTitle', { count }),
        body: <Question devices={devices} />,
        action: t('authorization.delete'),
        danger: true,
        run: async () => {
          if (!(await remove(macsOf(devices)))) return;
          toast.ok(t('authorization.deletedDone', { count }));
          done();
        },
      });
    },
    [remove, done],
  );
  return useMemo(
    () => ({
      authorize: (devices, authorized) => void decide(devices, authorized),
      remove: (devices) => void ask(devices),
    }),
    [decide, ask],
  );
}

function Question({ devices }: { devices: readonly AuthorizedDevice[] }) {
  return (
    <>
      <NameList rows={devices} rowId={({ mac }) => mac}>
        {(device) => (
          <>
            <bdi>{modelOf(device)}</bdi> <bdi className="mono muted">{device.mac}</bdi>
          </>
        )}
      </NameList>
      <p>{t('authorization.deleteText')}</p>
    </>
  );
}
