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
import { presetNames, presets } from './presets.ts';
import { usePreview } from './usePreview.ts';
import { wallOf } from './wall.ts';
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
          result={form.values.mode !== 'disable' && <Year form={form} now={form.state.now * 1000} />}
        >
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

function stateItems({ active, next }: DstState): StateItem[] {
  const [change] = next;
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
