import { type EthernetValues, ethernet, type InterfaceState } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../../lib/settings/words.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { StateCard } from '../../../ui/StateCard.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { NetworkSettings } from '../NetworkSettings.tsx';
import { type KeptNames, useKeptNames } from '../useKeptNames.ts';
import { checkAddresses, presentAddresses } from './addressCheck.ts';
import { addressItems, linkItem } from './interfaceItems.ts';
import { ipv4Of } from './ipv4.ts';

const READ_MS = 3000;

export function EthernetPage() {
  const names = useKeptNames();
  return (
    <NetworkSettings
      page={ethernet}
      title={t('page.ethernet')}
      intro={t('ethernet.intro')}
      pollMs={READ_MS}
      check={checkAddresses}
      before={names.save}
      warning={(form) => [warningOf(form.values), names.warning(form)].filter(Boolean).join(' ')}
      save={() => t('network.saveAndReconnect')}
    >
      {(form) => (
        <Beside
          now={
            <StateCard
              label={t('network.state')}
              items={[
                linkItem(form.state),
                ...addressItems(form.state),
                { label: t('network.mac'), value: form.state.mac },
              ]}
            />
          }
        >
          <Card
            title={t('ethernet.address')}
            help={form.values.mode === 'fixed' ? t('ethernet.fixedHelp') : t('ethernet.addressHelp')}
          >
            <SettingField form={startingFromPresent(form, form.state)} name="mode" />
            {form.values.mode === 'fixed' && <Fixed form={form} state={form.state} />}
            <NameServers names={names} now={names.of(form)} />
          </Card>
        </Beside>
      )}
    </NetworkSettings>
  );
}

function warningOf({ mode, address }: EthernetValues): string {
  if (mode === 'dhcp') return t('ethernet.warningDhcp');
  return ipv4Of(address) === null ? t('network.warning') : t('ethernet.warning', { address });
}

/** Switching to Fixed fills in the current addresses; values typed before stay. */
function startingFromPresent(
  form: SettingsFields<EthernetValues>,
  state: InterfaceState,
): SettingsFields<EthernetValues> {
  const { values, base } = form;
  const typed = values.address !== base.address || values.mask !== base.mask || values.gateway !== base.gateway;
  const begins = base.mode === 'dhcp' && !typed && state.address !== '';
  return {
    ...form,
    set: (change) => form.set(change.mode === 'fixed' && begins ? { ...change, ...presentAddresses(state) } : change),
  };
}

function Fixed({ form, state }: { form: SettingsFields<EthernetValues>; state: InterfaceState }) {
  return (
    <>
      <div className="pair">
        <SettingField form={form} name="address" required />
        <SettingField form={form} name="mask" required />
        <SettingField form={form} name="gateway" />
      </div>
      {form.mayWrite && state.address !== '' && state.address !== form.values.address && (
        <div>
          <Button size="small" onClick={() => form.set(presentAddresses(state))}>
            {t('ethernet.takePresent')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Name servers of the page Internet, for a fixed address that would leave the terminal without any. */
function NameServers({ names, now }: { names: KeptNames; now: ReturnType<KeptNames['of']> }) {
  if (now === undefined) return null;
  const [first, second] = now;
  const shared = { ltr: true, keypad: 'address', maxLength: 15, onBlur: names.check } as const;
  return (
    <div className="pair">
      <TextField
        {...shared}
        name="dns1"
        label={settingLabel('Internet', 'dns1')}
        hint={t('ethernet.namesHelp')}
        value={first}
        error={names.error(first)}
        onChange={(next) => names.type([next, second])}
      />
      <TextField
        {...shared}
        name="dns2"
        label={settingLabel('Internet', 'dns2')}
        value={second}
        error={names.error(second)}
        onChange={(next) => names.type([first, next])}
      />
    </div>
  );
}
