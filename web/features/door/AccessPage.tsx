import { type AccessControlValues, accessControl } from '@gen/door.ts';
import { useFitted } from '../../lib/device.ts';
import { t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../lib/settings/words.ts';
import { Beside } from '../../ui/Beside.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { DoorCard } from './DoorCard.tsx';
import { FrameCard } from './FrameCard.tsx';
import { MeaningCard } from './MeaningCard.tsx';
import { checkFrame } from './wiegandCheck.ts';

const lengths = [3, 4];

type Fields = SettingsFields<AccessControlValues>;

/** What the terminal does at the door: relay, contacts, Wiegand line, cards. */
export function AccessPage() {
  const hasDoor = useFitted('door');
  return (
    <SettingsPage page={accessControl} title={t('page.access')} intro={t('access.intro')} check={checkFrame}>
      {(form) => (
        <Beside
          now={hasDoor && <DoorCard mayWrite={form.mayWrite} values={form.values} />}
          result={
            hasDoor && (
              <>
                <MeaningCard values={form.values} />
                <FrameCard values={form.values} />
              </>
            )
          }
        >
          {hasDoor && <DoorCards form={form} />}
          <Card title={t('access.cards')}>
            <CardLength form={form} />
            <SettingField form={form} name="cardByteOrder" />
            {form.state.longCards > 0 && (
              <Notice tone="info">{t('access.longCards', { count: form.state.longCards })}</Notice>
            )}
          </Card>
          <Card title={t('access.persons')}>
            <SettingField form={form} name="antiPassback" />
            {form.values.antiPassback !== 'off' && <SettingField form={form} name="passbackReset" />}
            <SettingField form={form} name="twoPerson" />
          </Card>
        </Beside>
      )}
    </SettingsPage>
  );
}

/** What is wired at the door; a terminal without all of it records who comes. */
function DoorCards({ form }: { form: Fields }) {
  return (
    <>
      <Card title={t('access.lock')}>
        <SettingField form={form} name="relay" />
        {form.values.relay !== 'none' && <SettingField form={form} name="delay" />}
        {form.values.relay === 'door' && <SettingField form={form} name="relockOnClose" />}
      </Card>
      <Card title={t('access.contacts')}>
        <SettingField form={form} name="sensor" />
        {form.values.sensor !== 'none' && <SettingField form={form} name="heldOpen" />}
        <SchemaForm form={form} names={['tamperAlarm', 'supply12v']} />
      </Card>
      <WiegandCard form={form} />
    </>
  );
}

/** Three bytes or four, side by side. */
function CardLength({ form }: { form: Fields }) {
  return (
    <Segmented
      {...form.field('cardLength')}
      label={settingLabel(form.page.pair, 'cardLength')}
      value={String(form.values.cardLength)}
      options={lengths.map((octets) => ({ value: String(octets), label: t('access.octets', { count: octets }) }))}
      onChange={(octets) => form.set({ cardLength: Number(octets) })}
    />
  );
}

function WiegandCard({ form }: { form: Fields }) {
  const { wiegandOut, freeLeading, freeTrailing } = form.values;
  return (
    <Card title={t('access.wiegand')} help={t('access.wiegandHelp')}>
      <SettingField form={form} name="wiegandOut" />
      {wiegandOut === 'fixed26' && <SettingField form={form} name="fixedCode" />}
      {wiegandOut === 'free' && (
        <>
          <SchemaForm form={form} names={['freeNumber', 'freeFacilityBits', 'freeFacility', 'freeCardBits']} />
          <SettingField form={form} name="freeLeading" />
          {freeLeading !== 'none' && <SchemaForm form={form} names={['freeLeadingFrom', 'freeLeadingTo']} />}
          <SettingField form={form} name="freeTrailing" />
          {freeTrailing !== 'none' && <SchemaForm form={form} names={['freeTrailingFrom', 'freeTrailingTo']} />}
        </>
      )}
    </Card>
  );
}
