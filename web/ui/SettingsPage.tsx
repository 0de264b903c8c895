import { functionGroupWords } from '@gen/accounts.ts';
import type { SettingsPage as Declared, SettingsWriteReply } from '@gen/runtime.ts';
import type { ReactNode } from 'react';
import type { ApiError } from '../lib/api/apiError.ts';
import { useHour24 } from '../lib/clockFace.ts';
import { t } from '../lib/i18n.ts';
import { useLeaveGuard } from '../lib/leaveGuard.ts';
import { usePowerState } from '../lib/power.ts';
import { type Settings, useSettings } from '../lib/settings/useSettings.ts';
import { type CrossCheck, type SettingsForm, useSettingsForm } from '../lib/settings/useSettingsForm.ts';
import { type Edits, effectsOf, type Stored } from '../lib/settings/values.ts';
import { ChangeBar } from './ChangeBar.tsx';
import { FormPage } from './FormPage.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { Notice } from './Notice.tsx';
import { PageHeader } from './PageHeader.tsx';
import { allPending } from './Pending.tsx';
import { SettingsConflict } from './SettingsConflict.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';
import { HistoryContext, useSettingHistory } from './settingHistory.ts';
import { toast } from './toast.ts';

export interface SettingsPageProps<Values extends object, State, Act extends object> {
  page: Declared<Values, State, Act>;
  title: string;
  /** One sentence: what the device does with these settings. */
  intro: string;
  /** Cards of the page. */
  children: (form: SettingsForm<Values, State, Act>) => ReactNode;
  /** Buttons beside the title. */
  actions?: ((form: SettingsForm<Values, State, Act>) => ReactNode) | undefined;
  /** How often the state is read again while the page is seen; left out: never. */
  pollMs?: number | undefined;
  /** What cannot be right about the values together, by setting. */
  check?: CrossCheck<Values> | undefined;
  /** What saving these edits will cause, said in the change bar; left out: what their effects tell. */
  warning?: ((form: SettingsForm<Values, State, Act>) => string | undefined) | undefined;
  /** Words on the button that saves. */
  save?: ((form: SettingsForm<Values, State, Act>) => string) | undefined;
  /** What has to be stored on another page before this one is; false: nothing is saved. */
  before?: ((form: SettingsForm<Values, State, Act>) => Promise<boolean>) | undefined;
  /** Instead of the message "Saved". */
  onSaved?: ((reply: SettingsWriteReply, edits: Edits<Values>) => void) | undefined;
  /** Puts the question that the terminal asks back before a save, and gives what answers it; undefined: not saved. */
  question?: ((error: ApiError, values: Values) => Promise<Act | undefined>) | undefined;
  /** A value as the page writes it, where its declaration does not tell; undefined: as declared. */
  valueWords?: ((name: keyof Values & string, value: unknown) => string | undefined) | undefined;
}

/**
 * A page over one pair of settings: reads it, shows its cards, marks what differs, warns, saves, and tells what became
 * of it. What is edited survives a refresh of the state; leaving with changes asks.
 */
export function SettingsPage<Values extends object, State, Act extends object>(
  props: SettingsPageProps<Values, State, Act>,
) {
  const { page, title } = props;
  /* Its values are written again when the terminal changes between 12 and 24 hours. */
  useHour24();
  const settings = useSettings(page, props.pollMs);
  const { power, ...may } = usePowerState(functionGroupWords.find((group) => group === page.group) ?? 'advSetting');
  const { stored, refresh } = settings;
  const error = settings.error ?? may.error;
  const ready = stored !== undefined && power !== undefined;
  return (
    <FormPage
      title={title}
      description={props.intro}
      form={ready ? <Form {...props} stored={stored} refresh={refresh} mayWrite={power.write} /> : undefined}
      error={error}
      onRetry={() => {
        if (may.error !== undefined) may.retry();
        if (settings.error !== undefined) void refresh();
      }}
      lines={4}
    />
  );
}

interface FormProps<Values extends object, State, Act extends object> extends SettingsPageProps<Values, State, Act> {
  stored: Stored<Values, State>;
  refresh: Settings<Values, State>['refresh'];
  mayWrite: boolean;
}

function Form<Values extends object, State, Act extends object>(props: FormProps<Values, State, Act>) {
  const { page, title, intro, children, actions, check, stored, refresh, mayWrite } = props;
  const history = useSettingHistory(page.pair);
  const form: SettingsForm<Values, State, Act> = useSettingsForm(
    page,
    { stored, refresh },
    {
      mayWrite,
      check,
      before: () => props.before?.(form) ?? Promise.resolve(true),
      onSaved: (reply, edits) => {
        history.refresh();
        if (props.onSaved) props.onSaved(reply, edits);
        else if (!reply.confirmSeconds) toast.ok(t('settings.saved'));
      },
      question: props.question,
      onUnseen: toast.error,
    },
  );
  const guard = useLeaveGuard(mayWrite && form.count > 0);
  return (
    <>
      <form className="form-stack" noValidate ref={form.formRef} onSubmit={form.onSubmit} aria-label={title}>
        <PageHeader
          title={title}
          description={intro}
          pending={allPending(page.fields)}
          actions={
            <>
              {actions?.(form)}
              <SettingsHistory form={form} />
            </>
          }
        />
        {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
        <HistoryContext.Provider value={history.changes ?? []}>{children(form)}</HistoryContext.Provider>
        <ChangeBar
          count={form.count}
          warning={(props.warning ?? warningOf)(form)}
          busy={form.busy}
          onDiscard={form.discard}
          save={props.save?.(form) ?? t('ui.save')}
        />
      </form>
      {form.conflict && <SettingsConflict form={form} conflict={form.conflict} valueWords={props.valueWords} />}
      <LeaveQuestion guard={guard} count={form.count} />
    </>
  );
}

/** What saving will cause beyond the change itself. */
function warningOf<Values extends object, State, Act extends object>(
  form: SettingsForm<Values, State, Act>,
): string | undefined {
  if (form.count === 0) return undefined;
  if (effectsOf(form.page.fields, form.edits).has('displayRestart')) return t('settings.displayRestarts');
  return form.page.provisional ? t('settings.mayDisconnect') : undefined;
}
