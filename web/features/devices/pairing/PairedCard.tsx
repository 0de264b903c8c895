import { type BluetoothDevice, getBleConnect } from '@gen/devices.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { toast } from '../../../ui/toast.ts';
import { groupText, nameOf } from '../words.ts';
import { GroupDialog } from './GroupDialog.tsx';
import type { Paired } from './usePaired.ts';

export interface PairedCardProps {
  paired: Paired;
  mayWrite: boolean;
  /** The terminal may connect. */
  clientOn: boolean;
  onChanged: () => void;
}

/** Paired devices, and the group whose users may use each. */
export function PairedCard({ paired, mayWrite, clientOn, onChanged }: PairedCardProps) {
  const [editing, setEditing] = useState<BluetoothDevice | null>(null);
  const { devices, error, refresh } = paired;
  return (
    <section className="card device-card" aria-label={t('bluetooth.pairedDevices')}>
      <header className="card-head">
        <h2>{t('bluetooth.pairedDevices')}</h2>
        <p className="card-help">{t('bluetooth.pairedHelp')}</p>
      </header>
      <div className="card-flush">
        {error !== undefined && <ErrorState text={problemText(error)} onRetry={refresh} />}
        {devices?.length === 0 && (
          <EmptyState
            icon="lock"
            title={t('bluetooth.nonePaired')}
            text={clientOn ? t('bluetooth.nonePairedText') : t('bluetooth.switchOnText')}
          />
        )}
        <ul className="device-list">
          {devices?.map((device) => (
            <li key={device.mac} className="device-row">
              <span className="device-text">
                <bdi className="device-name">{nameOf(device)}</bdi>
                <span className="device-more">
                  <bdi className="mono">{device.mac}</bdi> · {groupText(device.group)}
                </span>
              </span>
              {device.connected && (
                <Tag tone="ok" icon="check">
                  {t('bluetooth.connected')}
                </Tag>
              )}
              {mayWrite && (
                <Menu
                  label={t('users.actionsOf', { name: nameOf(device) })}
                  trigger={<Icon name="more" />}
                  groups={actionsOf(device, { clientOn, onChanged, onGroup: () => setEditing(device) })}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
      {editing && (
        <GroupDialog
          device={editing}
          onSaved={() => {
            setEditing(null);
            onChanged();
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

interface Actions {
  clientOn: boolean;
  onChanged: () => void;
  onGroup: () => void;
}

function actionsOf(device: BluetoothDevice, { clientOn, onChanged, onGroup }: Actions): MenuItem[][] {
  const { mac } = device;
  const connect = () =>
    void getBleConnect({ mac }).then(onChanged, () => undefined); /* what went wrong was said for the whole console */
  return [
    [
      { label: t('bluetooth.setGroup'), icon: 'users', onSelect: onGroup },
      { label: t('bluetooth.connect'), icon: 'network', disabled: !clientOn || device.connected, onSelect: connect },
    ],
    [
      {
        label: t('bluetooth.forget'),
        icon: 'trash',
        danger: true,
        onSelect: () => void forget(device, onChanged),
      },
    ],
  ];
}

async function forget(device: BluetoothDevice, onChanged: () => void): Promise<void> {
  const name = nameOf(device);
  await confirm({
    title: t('bluetooth.forgetTitle', { name }),
    body: <p>{t('bluetooth.forgetText')}</p>,
    action: t('bluetooth.forget'),
    danger: true,
    run: async () => {
      try {
        await getBleConnect({ mac: device.mac, connect: false });
        toast.ok(t('bluetooth.forgotten', { name }));
      } catch {
        /* The error was already shown. */
      }
      onChanged();
    },
  });
}
