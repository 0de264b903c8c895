/** A form over a page of settings: its edits, their errors, and how it is saved. */
import { ErrorCode } from '@gen/errors.ts';
import { perform, type Refusal, type SettingField, type SettingsPage, type SettingsWriteReply } from '@gen/runtime.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError, memberOf } from '../api/apiError.ts';
import { isSilent } from '../api/reactions.ts';
import { type IsSame, typedSince } from '../form/edits.ts';
import { type Complaints, type FormControl, type Standing, submitting, useForm } from '../form/useForm.ts';
import { t } from '../i18n.ts';
import { checkEdits } from './check.ts';
import type { Settings } from './useSettings.ts';
import { type Edits, effectiveEdits, type Foreign, foreignChanges, isSame, type Stored, withEdits } from './values.ts';
import { settingLabel } from './words.ts';

/** Props of a control. */
export interface SettingControl extends FormControl {
  readonly changed: boolean;
  readonly disabled: boolean;
}

/** Somebody else saved this page first. */
export interface Conflict<Values extends object> {
  readonly changes: readonly Foreign<keyof Values & string>[];
  /** Applies the edits to the currently stored values and saves them. */
  readonly keepMine: () => void;
  /** Drops the edits. */
  readonly takeTheirs: () => void;
  /** Applies the edits to the currently stored values, for review before saving. */
  readonly close: () => void;
}

/** What the fields of a page need of its form. */
export interface SettingsFields<Values extends object> {
  readonly page: Pick<SettingsPage<Values, unknown, object>, 'pair' | 'fields' | 'provisional'>;
  /** Edited values; of a secret the typed text. */
  readonly values: Values;
  /** Stored values; of a secret ''. */
  readonly base: Values;
  /** Edits that would be saved, without those of fields that are no longer on the page. */
  readonly edits: Edits<Values>;
  readonly mayWrite: boolean;
  readonly busy: boolean;
  /** Whether a secret is stored. */
  readonly isSet: (name: keyof Values & string) => boolean;
  readonly set: (change: Partial<Values>) => void;
  /** Reverts the edit of a setting. */
  readonly keep: (name: keyof Values & string) => void;
  readonly field: (name: keyof Values & string) => SettingControl;
}

export interface SettingsForm<Values extends object, State = undefined, Act extends object = object>
  extends SettingsFields<Values> {
  /** The last known state of the device. */
  readonly state: State;
  readonly revision: number;
  /** Number of changed settings. */
  readonly count: number;
  readonly discard: () => void;
  /** Sends the edits, and the action. True if it was saved. */
  readonly save: (act?: Act) => Promise<boolean>;
  /** Reads the page again: the state, and values without edits. */
  readonly refresh: () => Promise<void>;
  readonly conflict: Conflict<Values> | null;
  readonly formRef: { current: HTMLFormElement | null };
  readonly onSubmit: (event: FormEvent) => void;
}

/** Errors in combinations of values, by setting. */
export type CrossCheck<Values extends object> = (
  values: Values,
  edits: Edits<Values>,
) => Partial<Record<keyof Values & string, string>>;

/** A save that failed because of a newer revision. */
interface Overtaken<Values extends object, State, Act> {
  readonly theirs: Stored<Values, State>;
  /** The action of the save. */
  readonly act: Act | undefined;
}

export interface SettingsFormOptions<Values extends object> {
  mayWrite: boolean;
  /** Errors in the combination of the values, by setting. */
  check?: CrossCheck<Values> | undefined;
  /** Saves another page first, if this one depends on it; false: nothing is saved. */
  before?: (() => Promise<boolean>) | undefined;
  /** A save succeeded; it may still have to be confirmed from a new address. */
  onSaved?: ((reply: SettingsWriteReply, edits: Edits<Values>) => void) | undefined;
  /** Asks the terminal's question, and returns the extra fields for the repeated save; undefined: do not save. */
  question?: ((error: ApiError, values: Values) => Promise<object | undefined>) | undefined;
  /** An error about a setting without a field on the page, as text. */
  onUnseen?: ((text: string) => void) | undefined;
}

export function useSettingsForm<Values extends object, State, Act extends object>(
  page: SettingsPage<Values, State, Act>,
  read: { readonly stored: Stored<Values, State>; readonly refresh: Settings<Values, State>['refresh'] },
  { mayWrite, check, before, onSaved, question, onUnseen }: SettingsFormOptions<Values>,
): SettingsForm<Values, State, Act> {
  type OwnStored = Stored<Values, State>;
  const { fields } = page;
  const [overtaken, setOvertaken] = useState<Overtaken<Values, State, Act> | null>(null);
  const placeOf = ({ code, field }: Refusal): string | undefined => {
    if (code === ErrorCode.changedMeanwhile) return '';
    const member = memberOf(field);
    return code !== 0 && fields.some(({ name }) => name === member) ? member : undefined;
  };
  const form = useForm<OwnStored, Values>(read.stored, {
    valuesOf: ({ values }) => values,
    editsOf: (base, typed) => effectiveEdits(fields, base, typed),
    check: ({ base, edits }) => complaintsOf(page, base.values, edits, check),
    /* The user has pressed Save and waits: errors that no other part of the console shows are shown here. */
    placeOf: (error) => placeOf(error) ?? (isSilent(error) ? '' : undefined),
    textOf: (error) => (isSilent(error) ? unsavedText(error) : undefined),
    onUnseen: (name, text) => onUnseen?.(name === '' ? text : `${settingLabel(page.pair, name)}: ${text}`),
  });
  const { base, typed, edits, stand } = form;
  const untouched = Object.keys(edits).length === 0;
  const { stored } = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read again is taken over once
  useEffect(() => stand((now) => adopt(fields, now, stored)), [fields, stored]);
  /* New data under edits is applied when they are reverted; values saved here are newer than the data read. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the last edit is gone
  useEffect(() => {
    if (untouched) stand((now) => (stored.revision > now.base.revision ? adopt(fields, now, stored) : now));
  }, [untouched]);

  const start = (next: OwnStored, kept: Edits<Values>): void => {
    stand(() => ({ base: next, typed: kept }));
    setOvertaken(null);
    form.forget();
  };
  const handles = (refusal: Refusal) => placeOf(refusal) !== undefined;

  /** Sends it, and once more after a question of the terminal was answered. */
  const write = async (from: OwnStored, changes: Edits<Values>, act: Act | undefined): Promise<SettingsWriteReply> => {
    const request = { ...changes, ...act, revision: from.revision };
    try {
      return await perform(page.write, request, { handles });
    } catch (error) {
      const values = { ...from.values, ...changes };
      const sure = error instanceof ApiError ? await question?.(error, values) : undefined;
      if (sure === undefined) throw error;
      return perform(page.write, { ...request, ...sure }, { handles });
    }
  };

  /** `sent`: all edits at that time, also those not sent because their field is not visible. */
  const send = async (from: OwnStored, changes: Edits<Values>, act: Act | undefined, sent: Edits<Values>) => {
    if (before && !(await before())) return false;
    try {
      const reply = await write(from, changes, act);
      const next = withEdits(fields, from, changes, reply.revision);
      stand((now) => ({ base: next, typed: typedSince(sent, now.typed, sameIn(fields)) }));
      setOvertaken(null);
      form.forget();
      onSaved?.(reply, changes);
      void read.refresh();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== ErrorCode.changedMeanwhile) throw error;
      const theirs = await read.refresh();
      if (!theirs) throw error;
      setOvertaken({ theirs, act });
      return false;
    }
  };
  const save = (act?: Act) => form.submit(() => send(base, edits, act, typed));

  return {
    page,
    values: form.values,
    base: base.values,
    edits,
    mayWrite,
    busy: form.busy,
    isSet: (name) => base.secrets.has(name),
    set: form.set,
    keep: form.keep,
    field: (name) => ({ ...form.field(name), changed: name in edits, disabled: !mayWrite }),
    state: base.state,
    revision: base.revision,
    count: Object.keys(edits).length,
    discard: () => start(base, {}),
    save,
    refresh: async () => {
      await read.refresh();
    },
    conflict: overtaken && {
      changes: foreignChanges(fields, base, overtaken.theirs, edits),
      keepMine: () => {
        const kept = effectiveEdits(fields, overtaken.theirs, edits);
        start(overtaken.theirs, kept);
        void form.submit(() => send(overtaken.theirs, kept, overtaken.act, kept));
      },
      takeTheirs: () => start(overtaken.theirs, {}),
      close: () => start(overtaken.theirs, edits),
    },
    formRef: form.formRef,
    onSubmit: submitting(form.busy || untouched, save),
  };
}

/** Why nothing was saved, after an error that has no text of its own. */
function unsavedText({ kind, code }: ApiError): string | undefined {
  if (kind === 'wait') return t('settings.waits');
  return code === ErrorCode.missingParameter ? undefined : t('settings.notSaved', { code });
}

const sameIn =
  <Values extends object>(fields: readonly SettingField[]): IsSame<Values> =>
  (name, a, b) => {
    const field = fields.find((one) => one.name === name);
    return field !== undefined && isSame(field, a, b);
  };

/** For each setting the error of its limits, or else of the combination; none for a page without edits. */
function complaintsOf<Values extends object, State, Act extends object>(
  page: SettingsPage<Values, State, Act>,
  stored: Values,
  edits: Edits<Values>,
  check: CrossCheck<Values> | undefined,
): Complaints {
  const own = checkEdits(page, edits);
  if (!check || Object.keys(edits).length === 0) return own;
  const crossed = Object.entries<string | undefined>(check({ ...stored, ...edits }, edits)).flatMap(([name, text]) =>
    text === undefined || name in own ? [] : [[name, { text, atOnce: false }] as const],
  );
  return { ...own, ...Object.fromEntries(crossed) };
}

/** Handles new data. Under edits the page keeps its base, so that the save detects changes by others. */
function adopt<Values extends object, State>(
  fields: readonly SettingField[],
  { base, typed }: Standing<Stored<Values, State>, Values>,
  stored: Stored<Values, State>,
): Standing<Stored<Values, State>, Values> {
  const untouched = Object.keys(effectiveEdits(fields, base, typed)).length === 0;
  if (stored.revision === base.revision) return { base: stored, typed };
  /* Also if its number is lower: a network change that was not confirmed is undone together with its number. */
  if (untouched) return { base: stored, typed: {} };
  return { base: { ...base, state: stored.state }, typed };
}
