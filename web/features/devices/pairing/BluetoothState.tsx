import type { BluetoothDevice, BluetoothState as State } from '@gen/devices.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';
import { nameOf } from '../words.ts';

export interface BluetoothStateProps {
  /** Server or client is switched on. */
  on: boolean;
  state: State;
  /** Source of the name of the device concerned. */
  paired: readonly BluetoothDevice[];
}

/** Current state of the radio, and why the last connection failed. */
export function BluetoothState({ on, state, paired }: BluetoothStateProps) {
  const { failure, peer, phase } = state;
  const device = paired.find(({ mac }) => mac === peer);
  return (
    <>
      <StateCard label={t('network.state')} items={itemsOf(on, state, device)} />
      {phase === 'failed' && failure !== 'none' && (
        <Notice tone="no" title={t('bluetooth.failed')}>
          <bdi>{device ? nameOf(device) : peer}</bdi>: {t(`bluetooth.failure.${failure}`)}
        </Notice>
      )}
    </>
  );
}

function itemsOf(on: boolean, { address, phase, peer }: State, device: BluetoothDevice | undefined): StateItem[] {
  const silent = address === '';
  const tone = phase === 'connected' ? 'ok' : phase === 'failed' ? 'no' : 'neutral';
  const items: StateItem[] = [
    {
      label: t('bluetooth.address'),
      value: silent ? t('bluetooth.noAnswer') : <bdi className="mono">{address}</bdi>,
      tone: silent ? 'no' : 'neutral',
    },
    { label: t('bluetooth.radio'), value: on ? t(`bluetooth.phase.${phase}`) : t('settings.off'), tone },
  ];
  if (peer !== '' && phase !== 'idle' && phase !== 'searching') {
    items.push({ label: t('bluetooth.peer'), value: <bdi>{device ? nameOf(device) : peer}</bdi> });
  }
  return items;
}
