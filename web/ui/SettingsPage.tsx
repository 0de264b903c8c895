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
  /** One sentence: what these settings control. */
  intro: string;
  /** Cards of the page. */
  children: (form: SettingsForm<Values, State, Act>) => ReactNode;
  /** Buttons beside the title. */
  actions?: ((form: SettingsForm<Values, State, Act>) => ReactNode) | undefined;
  /** Interval of reading the state while the page is visible; omitted: never. */
  pollMs?: number | undefined;
  /** Errors in the combination of the values, by setting. */
  check?: CrossCheck<Values> | undefined;
  /** Effects of saving these edits, shown in the change bar; omitted: the declared effects. */
  warning?: ((form: SettingsForm<Values, State, Act>) => string | undefined) | undefined;
  /** Label of the save button. */
  save?: ((form: SettingsForm<Values, State, Act>) => string) | undefined;
  /** Saves another page first, if this one depends on it; false: nothing is saved. */
  before?: ((form: SettingsForm<Values, State, Act>) => Promise<boolean>) | undefined;
  /** Called instead of showing the message "Saved". */
  onSaved?: ((reply: SettingsWriteReply, edits: Edits<Values>) => void) | undefined;
  /** Asks the terminal's question before a save, and returns the answer; undefined: do not save. */
  question?: ((error: ApiError, values: Values) => Promise<Act | undefined>) | undefined;
  /** A value in the page's format, if its declaration is not enough; undefined: as declared. */
  valueWords?: ((name: keyof Values & string, value: unknown) => string | undefined) | undefined;
}

/**
 * A page over one pair of settings: reads it, shows its cards, marks changes, warns, saves, and shows the
 * result. Edits survive a refresh of the state; leaving with changes asks.
 */
export function SettingsPage<Values extends object, State, Act extends object>(
  props: SettingsPageProps<Values, State, Act>,
) {
  const { page, title } = props;
  /* Its values are formatted again when the terminal changes between 12 and 24 hours. */
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

/** Effects of saving beyond the change itself. */
function warningOf<Values extends object, State, Act extends object>(
  form: SettingsForm<Values, State, Act>,
): string | undefined {
  if (form.count === 0) return undefined;
  if (effectsOf(form.page.fields, form.edits).has('displayRestart')) return t('settings.displayRestarts');
  return form.page.provisional ? t('settings.mayDisconnect') : undefined;
}
