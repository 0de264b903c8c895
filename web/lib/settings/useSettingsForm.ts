/** A form over a page of settings: what is edited, what of it cannot be right, and how it is saved. */
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

/** What a control of the kit takes. */
export interface SettingControl extends FormControl {
  readonly changed: boolean;
  readonly disabled: boolean;
}

/** Somebody else saved this page first. */
export interface Conflict<Values extends object> {
  readonly changes: readonly Foreign<keyof Values & string>[];
  /** Puts the edits on top of what is stored now and saves them. */
  readonly keepMine: () => void;
  /** Drops the edits. */
  readonly takeTheirs: () => void;
  /** Puts the edits on top of what is stored now, to look at before they are saved. */
  readonly close: () => void;
}

/** What the fields of a page need of its form. */
export interface SettingsFields<Values extends object> {
  readonly page: Pick<SettingsPage<Values, unknown, object>, 'pair' | 'fields' | 'provisional'>;
  /** As edited; a secret is what was typed. */
  readonly values: Values;
  /** As stored; a secret is ''. */
  readonly base: Values;
  /** What differs and would be saved: not what was typed into a field that is no longer on the page. */
  readonly edits: Edits<Values>;
  readonly mayWrite: boolean;
  readonly busy: boolean;
  /** Whether a secret is stored. */
  readonly isSet: (name: keyof Values & string) => boolean;
  readonly set: (change: Partial<Values>) => void;
  /** Takes the edit of a setting back. */
  readonly keep: (name: keyof Values & string) => void;
  readonly field: (name: keyof Values & string) => SettingControl;
}

export interface SettingsForm<Values extends object, State = undefined, Act extends object = object>
  extends SettingsFields<Values> {
  /** The device as it was when last asked. */
  readonly state: State;
  readonly revision: number;
  /** How many settings differ. */
  readonly count: number;
  readonly discard: () => void;
  /** Sends what differs, and what is to be done with it. True when it was saved. */
  readonly save: (act?: Act) => Promise<boolean>;
  /** Reads the page again: the state, and the values where nothing was edited. */
  readonly refresh: () => Promise<void>;
  readonly conflict: Conflict<Values> | null;
  readonly formRef: { current: HTMLFormElement | null };
  readonly onSubmit: (event: FormEvent) => void;
}

/** Complaints about values that do not fit together, by setting. */
export type CrossCheck<Values extends object> = (
  values: Values,
  edits: Edits<Values>,
) => Partial<Record<keyof Values & string, string>>;

/** A save came too late. */
interface Overtaken<Values extends object, State, Act> {
  readonly theirs: Stored<Values, State>;
  /** What was to be done with the save. */
  readonly act: Act | undefined;
}

export interface SettingsFormOptions<Values extends object> {
  mayWrite: boolean;
  /** What cannot be right about the values together, by setting. */
  check?: CrossCheck<Values> | undefined;
  /** What has to be stored on another page before this one is; false: nothing is saved. */
  before?: (() => Promise<boolean>) | undefined;
  /** A save went through; it may still have to be confirmed from a new address. */
  onSaved?: ((reply: SettingsWriteReply, edits: Edits<Values>) => void) | undefined;
  /** Puts the question that the terminal asks back, and gives what is to be sent beside the same once more; undefined: not. */
  question?: ((error: ApiError, values: Values) => Promise<object | undefined>) | undefined;
  /** A complaint about a setting that has no field on the page now, in words. */
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
    /* Somebody has pressed Save and waits: what no other part of the console tells is told here. */
    placeOf: (error) => placeOf(error) ?? (isSilent(error) ? '' : undefined),
    textOf: (error) => (isSilent(error) ? unsavedText(error) : undefined),
    onUnseen: (name, text) => onUnseen?.(name === '' ? text : `${settingLabel(page.pair, name)}: ${text}`),
  });
  const { base, typed, edits, stand } = form;
  const untouched = Object.keys(edits).length === 0;
  const { stored } = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read again is taken over once
  useEffect(() => stand((now) => adopt(fields, now, stored)), [fields, stored]);
  /* What was read under edits is taken over when they are taken back; what was saved here is newer than what was read. */
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

  /** Sends it, and once more where the terminal asks back and that is answered. */
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

  /** `sent`: all that was typed then, also what was not sent because its field is not seen. */
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

/** Why nothing was saved, after an answer that has no words of its own. */
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

/** Of each setting what its limits refuse, or else what does not fit to the others; nothing of a page that stands as it is stored. */
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

/** What was read again. Under edits the page keeps what it stands on, so that saving finds out about others. */
function adopt<Values extends object, State>(
  fields: readonly SettingField[],
  { base, typed }: Standing<Stored<Values, State>, Values>,
  stored: Stored<Values, State>,
): Standing<Stored<Values, State>, Values> {
  const untouched = Object.keys(effectiveEdits(fields, base, typed)).length === 0;
  if (stored.revision === base.revision) return { base: stored, typed };
  /* Also when its number is lower: a change of the network that nobody confirmed is undone with its number. */
  if (untouched) return { base: stored, typed: {} };
  return { base: { ...base, state: stored.state }, typed };
}
