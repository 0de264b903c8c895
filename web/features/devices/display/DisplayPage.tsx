import { type DisplayState, type TimeParamValues, timeParam } from '@gen/devices.ts';
import { refreshDeviceInfo } from '../../../lib/device.ts';
import { isLanguage, languages, storeLanguage, t } from '../../../lib/i18n.ts';
import { reloadAfterMessage } from '../../../lib/reload.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SchemaForm } from '../../../ui/SchemaForm.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';
import { toast } from '../../../ui/toast.ts';
import { DisplayFormats } from './DisplayFormats.tsx';
import { DisplayLanguage } from './DisplayLanguage.tsx';
import { refreshLanguageOffered } from './terminalLanguage.ts';

const READ_MS = 5000;

export function DisplayPage() {
  return (
    <SettingsPage
      page={timeParam}
      title={t('page.display')}
      intro={t('display.intro')}
      pollMs={READ_MS}
      valueWords={valueWords}
      warning={({ edits }) => (edits.language === undefined ? undefined : t('display.languageWarning'))}
      onSaved={(_, { language, languageMenu }) => {
        if (languageMenu !== undefined) refreshLanguageOffered();
        /* The times in the console change as well. */
        refreshDeviceInfo();
        toast.ok(language === undefined ? t('settings.saved') : t('display.reloading'));
        if (!isLanguage(language)) return;
        storeLanguage(language);
        reloadAfterMessage();
      }}
    >
      {(form) => (
        <Beside now={<StateCard label={t('display.state')} items={stateItems(form.state)} />}>
          <Card title={t('display.languageTitle')} help={t('display.languageHelp')}>
            <DisplayLanguage form={form} />
            <SettingField form={form} name="languageMenu" />
          </Card>
          <DisplayFormats form={form} />
          <Card title={t('display.power')} help={t('display.powerHelp')}>
            <SettingField form={form} name="powerSaving" />
            {form.values.powerSaving !== 'disable' && <SettingField form={form} name="interval" />}
          </Card>
          <Card title={t('display.more')}>
            <SchemaForm form={form} names={['keyboardLock', 'syncLocalTime']} />
          </Card>
        </Beside>
      )}
    </SettingsPage>
  );
}

/** Values that the page formats itself. */
function valueWords(name: keyof TimeParamValues, value: unknown): string | undefined {
  if (name === 'language') return languages.find(({ code }) => code === value)?.name;
  if (name === 'hour24') return value === true ? t('display.hours24') : t('display.hours12');
  return undefined;
}

function stateItems({ online, asleep, locked }: DisplayState): StateItem[] {
  return [
    {
      label: t('page.display'),
      value: online ? t('display.answers') : t('display.silent'),
      tone: online ? 'ok' : 'no',
    },
    { label: t('display.nowTitle'), value: asleep ? t('display.asleep') : t('display.awake') },
    {
      label: t('display.keyboard'),
      value: locked ? t('display.locked') : t('display.free'),
      tone: locked ? 'warn' : 'neutral',
    },
  ];
}
