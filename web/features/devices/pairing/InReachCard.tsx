import { type BluetoothDevice, type BluetoothState, getBleConnect } from '@gen/devices.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SignalBars } from '../../../ui/SignalBars.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { toast } from '../../../ui/toast.ts';
import { nameOf } from '../words.ts';
import type { Found } from './useFound.ts';

export interface InReachCardProps {
  found: Found;
  state: BluetoothState;
  onChanged: () => void;
}

/** Searches for devices and connects to one; its row shows the progress. */
export function InReachCard({ found, state, onChanged }: InReachCardProps) {
  const { devices = [], searching, error, search } = found;
  const connecting = state.phase === 'connecting' || state.phase === 'pairing';
  const failed = error !== undefined;
  return (
    <section className="card device-card" aria-label={t('bluetooth.inReach')} aria-busy={searching}>
      <header className="card-head device-head">
        <div>
          <h2>{t('bluetooth.inReach')}</h2>
          <p className="card-help">{t('bluetooth.inReachHelp')}</p>
        </div>
        <Button icon="search" busy={searching} disabled={connecting} onClick={search}>
          {searching ? t('bluetooth.searching') : t('bluetooth.search')}
        </Button>
      </header>
      <div className="card-flush">
        {failed && <ErrorState text={problemText(error)} onRetry={search} />}
        {!failed && devices.length === 0 && (
          <EmptyState icon="network" title={searching ? t('bluetooth.searchingText') : t('bluetooth.noneInReach')} />
        )}
        <ul className="device-list">
          {devices.map((device) => (
            <li key={device.mac} className="device-row">
              <SignalBars dbm={device.signal} />
              <span className="device-text">
                <bdi className="device-name">{nameOf(device)}</bdi>
                <bdi className="device-more mono">{device.mac}</bdi>
              </span>
              <RowEnd device={device} state={state} connecting={connecting} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      </div>
      <p className="visually-hidden" role="status">
        {searching
          ? t('bluetooth.searchingText')
          : failed
            ? problemText(error)
            : t('bluetooth.found', { count: devices.length })}
      </p>
    </section>
  );
}

interface RowEndProps {
  device: BluetoothDevice;
  state: BluetoothState;
  connecting: boolean;
  onChanged: () => void;
}

/** The progress of a connection is in its row, unless it was cancelled. */
const succeeded = (): void => toast.ok(t('ui.success'));

function RowEnd({ device, state, connecting, onChanged }: RowEndProps) {
  const [busy, setBusy] = useState(false);
  const { mac, paired, connected } = device;
  const send = async (connect: boolean) => {
    setBusy(true);
    /* The error was already shown. */
    await getBleConnect({ mac, connect }).then(connect ? undefined : succeeded, () => undefined);
    setBusy(false);
    onChanged();
  };
  if (connecting && state.peer === mac) {
    return (
      <>
        <Tag tone="info">{t(`bluetooth.phase.${state.phase}`)}</Tag>
        <Button size="small" busy={busy} onClick={() => void send(false)}>
          {t('ui.cancel')}
        </Button>
      </>
    );
  }
  if (connected || (state.phase === 'connected' && state.peer === mac)) {
    return (
      <Tag tone="ok" icon="check">
        {t('bluetooth.connected')}
      </Tag>
    );
  }
  return (
    <>
      {paired && <Tag>{t('bluetooth.paired')}</Tag>}
      <Button size="small" busy={busy} disabled={connecting} onClick={() => void send(true)}>
        {paired ? t('bluetooth.connect') : t('bluetooth.pair')}
      </Button>
    </>
  );
}
