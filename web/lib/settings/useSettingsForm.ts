/** A form over a page of settings: what is edited, what of it cannot be right, and how it is saved. */
import { ErrorCode } from '@gen/errors.ts';
import { perform, type Refusal, type SettingField, type SettingsPage, type SettingsWriteReply } from '@gen/runtime.ts';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, memberOf } from '../api/apiError.ts';
import { errorText } from '../i18n.ts';
import { checkEdits } from './check.ts';
import { useDrawn } from './useDrawn.ts';
import type { Settings } from './useSettings.ts';
import {
  type Edits,
  effectiveEdits,
  type Foreign,
  foreignChanges,
  type Stored,
  typedSince,
  withEdits,
  withoutNames,
} from './values.ts';
import { settingLabel } from './words.ts';

/** What a control of the kit takes. */
export interface SettingControl {
  readonly name: string;
  readonly error: string | undefined;
  readonly changed: boolean;
  readonly disabled: boolean;
  readonly onBlur: () => void;
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

/** What the page stands on, and what was typed on top of it. */
interface Standing<Values extends object, State> {
  readonly base: Stored<Values, State>;
  readonly typed: Edits<Values>;
}

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
  /** A save went through; it may still have to be confirmed from a new address. */
  onSaved?: ((reply: SettingsWriteReply, edits: Edits<Values>) => void) | undefined;
  /** A complaint about a setting that has no field on the page now, in words. */
  onUnseen?: ((text: string) => void) | undefined;
}

export function useSettingsForm<Values extends object, State, Act extends object>(
  page: SettingsPage<Values, State, Act>,
  read: { readonly stored: Stored<Values, State>; readonly refresh: Settings<Values, State>['refresh'] },
  { mayWrite, check, onSaved, onUnseen }: SettingsFormOptions<Values>,
): SettingsForm<Values, State, Act> {
  type Name = keyof Values & string;
  const [{ base, typed }, setStanding] = useState<Standing<Values, State>>({ base: read.stored, typed: {} });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [overtaken, setOvertaken] = useState<Overtaken<Values, State, Act> | null>(null);
  const formRef = useRef<HTMLFormElement>(null);

  const drawn = useDrawn();
  const { hidden } = drawn;
  const edits = useMemo(
    () => withoutNames(effectiveEdits(page.fields, base, typed), hidden),
    [page, base, typed, hidden],
  );
  const untouched = Object.keys(edits).length === 0;
  const { stored } = read;
  useEffect(() => {
    setStanding((now) => adopt(page.fields, now, stored));
  }, [page, stored]);

  const values = useMemo(() => ({ ...base.values, ...typed }), [base, typed]);
  const complaints = checkEdits(page, edits);
  const crossed: Partial<Record<string, string>> = untouched
    ? {}
    : withoutNames(check?.({ ...base.values, ...edits }, edits) ?? {}, hidden);
  const wrong = [...Object.keys(complaints), ...Object.keys(crossed).filter((name) => crossed[name] !== undefined)];

  const errorOf = (name: string): string | undefined => {
    const own = complaints[name];
    const shows = submitted || left.has(name);
    if (refused[name] !== undefined) return refused[name];
    if (own) return shows || own.atOnce ? own.text : undefined;
    return shows ? crossed[name] : undefined;
  };
  const focusComplaint = () =>
    requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const complain = (name: string, text: string) => {
    if (drawn.has(name)) focusComplaint();
    else onUnseen?.(`${settingLabel(page.pair, name)}: ${text}`);
  };
  const forget = () => {
    setLeft(new Set());
    setSubmitted(false);
    setRefused({});
  };
  const stands = (next: Stored<Values, State>, kept: Edits<Values>) => {
    setStanding({ base: next, typed: kept });
    setOvertaken(null);
    forget();
  };
  const belongsHere = ({ code, field }: Refusal) =>
    code === ErrorCode.changedMeanwhile || (code !== 0 && page.fields.some(({ name }) => name === memberOf(field)));

  /** `sent`: all that was typed then, also what was not sent because its field is not seen. */
  const send = async (
    from: Stored<Values, State>,
    changes: Edits<Values>,
    act: Act | undefined,
    sent: Edits<Values>,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      const request = { ...changes, ...act, revision: from.revision };
      const reply = await perform(page.write, request, { handles: belongsHere });
      const next = withEdits(page.fields, from, changes, reply.revision);
      setStanding((now) => ({ base: next, typed: typedSince(page.fields, sent, now.typed) }));
      setOvertaken(null);
      forget();
      onSaved?.(reply, changes);
      void read.refresh();
      return true;
    } catch (error) {
      await onRefusal(error, act);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const onRefusal = async (error: unknown, act: Act | undefined): Promise<void> => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === ErrorCode.changedMeanwhile) {
      const theirs = await read.refresh();
      if (theirs) setOvertaken({ theirs, act });
      return;
    }
    if (!belongsHere(error)) return;
    const text = errorText(error.messageCode);
    if (drawn.has(error.member)) setRefused({ [error.member]: text });
    complain(error.member, text);
  };
  const save = async (act?: Act): Promise<boolean> => {
    setSubmitted(true);
    const [name = ''] = wrong.filter((one) => drawn.has(one)).concat(wrong);
    if (wrong.length === 0) return send(base, edits, act, typed);
    complain(name, complaints[name]?.text ?? crossed[name] ?? '');
    return false;
  };

  return {
    page,
    values,
    base: base.values,
    edits,
    mayWrite,
    busy,
    isSet: (name) => base.secrets.has(name),
    set: (change) => {
      setStanding((now) => ({ ...now, typed: { ...now.typed, ...change } }));
      setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))));
    },
    keep: (name) => {
      setStanding((now) => ({ ...now, typed: withoutNames(now.typed, new Set([name])) }));
      setRefused((now) => withoutNames(now, new Set([name])));
    },
    field: (name: Name) => {
      drawn.note(name);
      return {
        name,
        error: errorOf(name),
        changed: name in edits,
        disabled: !mayWrite,
        onBlur: () => setLeft((now) => new Set(now).add(name)),
      };
    },
    state: base.state,
    revision: base.revision,
    count: Object.keys(edits).length,
    discard: () => stands(base, {}),
    save,
    refresh: async () => {
      await read.refresh();
    },
    conflict: overtaken && {
      changes: foreignChanges(page.fields, base, overtaken.theirs, edits),
      keepMine: () => {
        const kept = effectiveEdits(page.fields, overtaken.theirs, edits);
        stands(overtaken.theirs, kept);
        void send(overtaken.theirs, kept, overtaken.act, kept);
      },
      takeTheirs: () => stands(overtaken.theirs, {}),
      close: () => stands(overtaken.theirs, edits),
    },
    formRef,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy && !untouched) void save();
    },
  };
}

/** What was read anew. Under edits the page keeps what it stands on, so that saving finds out about others. */
function adopt<Values extends object, State>(
  fields: readonly SettingField[],
  { base, typed }: Standing<Values, State>,
  stored: Stored<Values, State>,
): Standing<Values, State> {
  const untouched = Object.keys(effectiveEdits(fields, base, typed)).length === 0;
  if (stored.revision === base.revision) return { base: stored, typed };
  /* Also when its number is lower: a change of the network that nobody confirmed is undone with its number. */
  if (untouched) return { base: stored, typed: {} };
  return { base: { ...base, state: stored.state }, typed };
}
