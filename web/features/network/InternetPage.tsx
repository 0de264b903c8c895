import { type InternetState, internet, type ProbeState } from '@gen/network.ts';
import { t } from '../../lib/i18n.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import { NetworkSettings } from './NetworkSettings.tsx';
import { momentText, probeLook } from './words.ts';

const READ_MS = 3000;

export function InternetPage() {
  return (
    <NetworkSettings page={internet} title={t('page.internet')} intro={t('internet.intro')} pollMs={READ_MS}>
      {(form) => (
        <>
          <StateCard label={t('network.state')} items={itemsOf(form.state)} />
          <Card title={t('internet.way')} help={t('internet.wayHelp')}>
            <SettingField form={form} name="wan" />
          </Card>
          <Card title={t('internet.names')} help={t('internet.namesHelp')}>
            <div className="pair">
              <SettingField form={form} name="dns1" placeholder={t('internet.fromDhcp')} />
              <SettingField form={form} name="dns2" placeholder={t('internet.fromDhcp')} />
            </div>
          </Card>
        </>
      )}
    </NetworkSettings>
  );
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
