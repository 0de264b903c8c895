import {
  type InternetState,
  type InternetValues,
  internet,
  type ProbeState,
  setEthernet,
  type WanMode,
} from '@gen/network.ts';
import useSWR from 'swr';
import { useFitted } from '../../../lib/device.ts';
import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { enumWord } from '../../../lib/settings/words.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';
import { NetworkSettings } from '../NetworkSettings.tsx';
import { momentText, probeLook } from '../words.ts';

const READ_MS = 3000;

export function InternetPage() {
  const hasChoice = useFitted('wifi');
  return (
    <NetworkSettings
      page={internet}
      title={t('page.internet')}
      intro={t('internet.intro')}
      pollMs={READ_MS}
      warning={({ edits }) => (edits.wan === undefined ? undefined : t('network.warning'))}
    >
      {(form) => (
        <Beside now={<StateCard label={t('network.state')} items={itemsOf(form.state)} />}>
          {hasChoice && (
            <Card title={t('internet.way')} help={t('internet.wayHelp')}>
              <SettingField form={form} name="wan" />
            </Card>
          )}
          <Card title={t('internet.names')} help={t('internet.namesHelp')}>
            <NameServers form={form} />
          </Card>
        </Beside>
      )}
    </NetworkSettings>
  );
}

function NameServers({ form }: { form: SettingsFields<InternetValues> }) {
  const placeholder = usePlaceholder(form.values.wan);
  return (
    <div className="pair">
      <SettingField form={form} name="dns1" placeholder={placeholder} />
      <SettingField form={form} name="dns2" placeholder={placeholder} />
    </div>
  );
}

/** The effect of an empty field: a fixed address comes without name servers. */
function usePlaceholder(wan: WanMode): string | undefined {
  const { data } = useSWR(wan === 'ethernet' ? 'SetEthernet.mode' : null, () => setEthernet({ handles: () => true }));
  const mode = wan === 'wifi' ? 'dhcp' : data?.mode;
  if (mode === undefined) return undefined;
  return mode === 'dhcp' ? t('internet.fromDhcp') : t('internet.noDns');
}

function itemsOf({ gateway, names, time, wan, dnsInUse, triedAt }: InternetState): StateItem[] {
  return [
    { label: t('internet.inUse'), value: enumWord('WanMode', wan) },
    probeItem(t('internet.gateway'), gateway),
    probeItem(t('internet.nameService'), names),
    probeItem(t('internet.timeService'), time),
    { label: t('internet.dnsInUse'), value: dnsInUse === '' ? t('internet.noDns') : dnsInUse },
    { label: t('internet.triedAt'), value: momentText(triedAt) },
  ];
}

function probeItem(label: string, probe: ProbeState): StateItem {
  const { text, tone } = probeLook(probe);
  return { label, value: text, tone };
}
