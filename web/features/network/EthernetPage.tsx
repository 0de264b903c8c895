import { ethernet, type InterfaceState } from '@gen/network.ts';
import { t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { StateCard } from '../../ui/StateCard.tsx';
import { type Addresses, checkAddresses } from './addressCheck.ts';
import { addressItems, linkItem } from './interfaceItems.ts';
import { NetworkSettings } from './NetworkSettings.tsx';

const READ_MS = 3000;

export function EthernetPage() {
  return (
    <NetworkSettings
      page={ethernet}
      title={t('page.ethernet')}
      intro={t('ethernet.intro')}
      pollMs={READ_MS}
      check={checkAddresses}
      warning={({ values: { mode, address } }) =>
        mode === 'fixed' && address !== '' ? t('ethernet.warning', { address }) : t('ethernet.warningDhcp')
      }
      save={() => t('network.saveAndReconnect')}
    >
      {(form) => (
        <>
          <StateCard
            label={t('network.state')}
            items={[
              linkItem(form.state),
              ...addressItems(form.state),
              { label: t('network.mac'), value: form.state.mac },
            ]}
          />
          <Card title={t('ethernet.address')} help={t('ethernet.addressHelp')}>
            <SettingField form={form} name="mode" />
            {form.values.mode === 'fixed' && <Fixed form={form} state={form.state} />}
          </Card>
        </>
      )}
    </NetworkSettings>
  );
}

function Fixed({ form, state }: { form: SettingsFields<Addresses>; state: InterfaceState }) {
  const { address, mask, gateway } = state;
  return (
    <>
      <div className="pair">
        <SettingField form={form} name="address" />
        <SettingField form={form} name="mask" />
        <SettingField form={form} name="gateway" />
      </div>
      {form.mayWrite && address !== '' && address !== form.values.address && (
        <div>
          <Button size="small" onClick={() => form.set({ address, mask, gateway })}>
            {t('ethernet.takePresent')}
          </Button>
        </div>
      )}
    </>
  );
}
