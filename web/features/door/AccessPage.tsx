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
import { slots } from './format/slots.ts';
import { MeaningCard } from './MeaningCard.tsx';
import { checkWiegand } from './wiegandCheck.ts';

const lengths = [3, 4, 7];

type Fields = SettingsFields<AccessControlValues>;

/** Settings of the door: relay, contacts, Wiegand output, cards. */
export function AccessPage() {
  const hasDoor = useFitted('door');
  return (
    <SettingsPage page={accessControl} title={t('page.access')} intro={t('access.intro')} check={checkWiegand}>
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
            <LongCards {...form.state} />
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

/** Which lengths the stored cards exclude. */
function LongCards({ longCards, longestCards }: { longCards: number; longestCards: number }) {
  if (longCards === 0) return null;
  const text =
    longestCards > 0 ? t('access.longestCards', { count: longestCards }) : t('access.longCards', { count: longCards });
  return <Notice tone="info">{text}</Notice>;
}

/** Wiring of the door; a terminal without it only records punches. */
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
      <InputCard form={form} />
    </>
  );
}

/** Three, four or seven bytes, side by side. */
function CardLength({ form }: { form: Fields }) {
  return (
    <Segmented
      {...form.field('cardLength')}
      label={settingLabel(form.page.pair, 'cardLength')}
      value={String(form.values.cardLength)}
      options={lengths.map((bytes) => ({ value: String(bytes), label: t('access.bytes', { count: bytes }) }))}
      onChange={(bytes) => form.set({ cardLength: Number(bytes) })}
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

/** The formats of the Wiegand input, and the first free place. */
function InputCard({ form }: { form: Fields }) {
  const isUsed = ({ name, pattern }: (typeof slots)[number]) =>
    form.values[pattern] !== '' || form.base[pattern] !== '' || form.values[name] !== '' || form.base[name] !== '';
  const free = slots.findIndex((slot) => !isUsed(slot));
  return (
    <Card title={t('access.wiegandIn')} help={t('access.wiegandInHelp')}>
      {slots.map(
        (slot, at) =>
          (isUsed(slot) || at === free) && <SchemaForm key={slot.name} form={form} names={[slot.name, slot.pattern]} />,
      )}
    </Card>
  );
}
