import { type BluetoothParamValues, bluetoothParam, type BluetoothState as State } from '@gen/devices.ts';
import type { Nothing } from '@gen/runtime.ts';
import { useEffect } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { SettingsForm } from '../../../lib/settings/useSettingsForm.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SchemaForm } from '../../../ui/SchemaForm.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';
import { BluetoothState } from './BluetoothState.tsx';
import { InReachCard } from './InReachCard.tsx';
import { PairedCard } from './PairedCard.tsx';
import { useFound } from './useFound.ts';
import { usePaired } from './usePaired.ts';

/** Polling interval of the state: a connection is made within seconds. */
const READ_MS = 1000;

export function BluetoothPage() {
  return (
    <SettingsPage page={bluetoothParam} title={t('page.bluetooth')} intro={t('bluetooth.intro')} pollMs={READ_MS}>
      {(form) => <Cards form={form} />}
    </SettingsPage>
  );
}

function Cards({ form }: { form: SettingsForm<BluetoothParamValues, State, Nothing> }) {
  const { state, mayWrite, base } = form;
  const found = useFound(mayWrite && base.clientOn);
  const paired = usePaired();
  const { refresh: refreshFound } = found;
  const { refresh: refreshPaired } = paired;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the radio does is what the effect waits for
  useEffect(() => {
    refreshPaired();
    refreshFound();
  }, [state.phase, state.peer, refreshPaired, refreshFound]);
  return (
    <Beside now={<BluetoothState on={base.serverOn || base.clientOn} state={state} paired={paired.devices ?? []} />}>
      <Card title={t('bluetooth.use')}>
        <SchemaForm form={form} />
      </Card>
      {mayWrite && base.clientOn && <InReachCard found={found} state={state} onChanged={() => void form.refresh()} />}
      <PairedCard
        paired={paired}
        mayWrite={mayWrite}
        clientOn={base.clientOn}
        onChanged={() => {
          refreshPaired();
          refreshFound();
          void form.refresh();
        }}
      />
    </Beside>
  );
}
