import { type DSTParamValues, type DstState, dSTParam } from '@gen/time.ts';
import { formatWall, t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { settingHelp, settingLabel } from '../../lib/settings/words.ts';
import { Beside } from '../../ui/Beside.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import { DstPoint, partText } from './DstPoint.tsx';
import { placeText } from './place/places.ts';
import { presetNames, presets } from './presets.ts';
import { usePreview } from './usePreview.ts';
import { offsetText, wallOf } from './wall.ts';
import { YearStrip } from './YearStrip.tsx';

const READ_MS = 60_000;

type Fields = SettingsFields<DSTParamValues>;

export function DstPage() {
  return (
    <SettingsPage
      page={dSTParam}
      title={t('page.dst')}
      intro={t('dst.intro')}
      pollMs={READ_MS}
      valueWords={(name, value) => (typeof value === 'number' ? partText(name, value) : undefined)}
    >
      {(form) => (
        <Beside
          now={<StateCard label={t('dst.state')} items={stateItems(form.state)} />}
          result={
            form.state.place === ''
              ? form.values.mode !== 'disable' && <Year form={form} now={form.state.now * 1000} />
              : form.state.next.length > 0 && <PlaceYear state={form.state} />
          }
        >
          {form.state.place !== '' && (
            <Notice tone="info">{t('dst.ofPlace', { place: placeText(form.state.place) })}</Notice>
          )}
          <Card title={t('dst.rule')}>
            <SettingField form={form} name="mode" as="segmented" />
            {form.values.mode !== 'disable' && <ChangeField form={form} />}
            {form.values.mode === 'week' && form.mayWrite && <Presets form={form} />}
          </Card>
          {form.values.mode !== 'disable' && (
            <>
              <DstPoint form={form} edge="start" />
              <DstPoint form={form} edge="end" />
            </>
          )}
        </Beside>
      )}
    </SettingsPage>
  );
}

/** Of a place the offsets say all: what its law calls daylight saving is not the same everywhere. */
function placeItems({ place, offset, next }: DstState): StateItem[] {
  const [change] = next;
  const day = change && formatWall(wallOf(change.at * 1000, change.before), { dateStyle: 'full', timeStyle: 'short' });
  return [
    { label: t('dst.clockOf'), value: <bdi dir="ltr">{placeText(place)}</bdi> },
    { label: t('dst.now'), value: <bdi dir="ltr">{offsetText(offset)}</bdi>, tone: 'info' },
    {
      label: t('dst.nextChange'),
      value: change ? t('dst.offsetFrom', { offset: offsetText(change.after), day: day ?? '' }) : t('dst.noChange'),
    },
  ];
}

function PlaceYear({ state }: { state: DstState }) {
  return (
    <Card title={t('dst.year')}>
      <YearStrip now={state.now * 1000} changes={state.next} />
    </Card>
  );
}

function stateItems(state: DstState): StateItem[] {
  const { active, next } = state;
  const [change] = next;
  if (state.place !== '') return placeItems(state);
  return [
    {
      label: t('dst.now'),
      value: active ? t('dst.inForce') : t('dst.notInForce'),
      tone: active ? 'info' : 'neutral',
    },
    {
      label: t('dst.nextChange'),
      value: change
        ? formatWall(wallOf(change.at * 1000, change.before), { dateStyle: 'long', timeStyle: 'short' })
        : t('dst.noChange'),
    },
  ];
}

/** +0 to +3 hours in half hours. */
function ChangeField({ form }: { form: Fields }) {
  const field = form.page.fields.find(({ name }) => name === 'change');
  if (field?.kind !== 'int') return null;
  const { min, max, step = 1 } = field;
  const options = Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step);
  return (
    <Select
      {...form.field('change')}
      label={settingLabel('DSTParam', 'change')}
      hint={form.values.change === 0 ? t('dst.changesNothing') : settingHelp('DSTParam', 'change')}
      value={String(form.values.change)}
      options={options.map((minutes) => ({ value: String(minutes), label: partText('change', minutes) }))}
      onChange={(change) => form.set({ change: Number(change) })}
    />
  );
}

function Presets({ form }: { form: Fields }) {
  return (
    <fieldset className="presets">
      <legend className="visually-hidden">{t('dst.presets')}</legend>
      <span className="muted" aria-hidden="true">
        {t('dst.presets')}
      </span>
      {presetNames.map((name) => (
        <Button key={name} size="small" onClick={() => form.set(presets[name])}>
          {t(`dst.preset.${name}`)}
        </Button>
      ))}
    </fieldset>
  );
}

/** What comes of beginning and end. */
function Year({ form, now }: { form: Fields; now: number }) {
  const { changes, refused } = usePreview(form.values, form.field('change').error === undefined);
  const south = form.values.startMonth > form.values.endMonth;
  return (
    <Card title={t('dst.year')} help={south ? t('dst.south') : t('dst.north')}>
      {refused && <Notice tone="no">{t('dst.noSense')}</Notice>}
      {!refused && changes.length === 0 && <p className="muted">{t('dst.noChange')}</p>}
      {changes.length > 0 && <YearStrip now={now} changes={changes} />}
    </Card>
  );
}
