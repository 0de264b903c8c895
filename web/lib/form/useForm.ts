/**
 * Common behaviour of every form: holds the stored values and the edits on top of them, shows errors,
 * sends the edits, and shows the terminal's refusal at its field. Layers above define the values.
 */
import { type FormEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/apiError.ts';
import { errorLines } from '../i18n.ts';
import { withoutNames } from './edits.ts';
import { useDrawn } from './useDrawn.ts';

/** An error in a value before it is sent, in the reader's language. */
export interface Complaint {
  readonly text: string;
  /** More typing cannot correct it, so it is shown at once and not when the field loses focus. */
  readonly atOnce: boolean;
}

/** By the name of the field. */
export type Complaints = Readonly<Record<string, Complaint>>;

/** The stored values of a form, and the edits on top of them. */
export interface Standing<Base, Values extends object> {
  readonly base: Base;
  readonly typed: Partial<Values>;
}

export interface FormRules<Base, Values extends object> {
  /** The values without edits. */
  readonly valuesOf: (base: Base) => Values;
  /** Edits that differ from the base. */
  readonly editsOf: (base: Base, typed: Partial<Values>) => Partial<Values>;
  /** Errors; `edits` omits fields that are no longer on the page. While there are any, nothing is sent. */
  readonly check: (now: { base: Base; values: Values; edits: Partial<Values> }) => Complaints;
  /** The field for a refusal, '' for the form as a whole; undefined: the form does not show it. */
  readonly placeOf: (error: ApiError) => string | undefined;
  /** A more specific text for a refusal; undefined: the text of the catalogue. */
  readonly textOf?: ((error: ApiError) => string | undefined) | undefined;
  /** An error about a field that is not on the page now, or about none. */
  readonly onUnseen: (name: string, text: string) => void;
}

/** Props of every control. */
export interface FormControl {
  readonly name: string;
  readonly error: string | undefined;
  readonly onBlur: () => void;
}

export interface Form<Base, Values extends object> extends Standing<Base, Values> {
  /** The edited value, if any, otherwise the stored one. */
  readonly values: Values;
  /** Edits that would be sent, without those of fields that are no longer on the page. */
  readonly edits: Partial<Values>;
  readonly busy: boolean;
  readonly set: (change: Partial<Values>) => void;
  /** Reverts the edit of a field. */
  readonly keep: (name: keyof Values & string) => void;
  readonly field: (name: keyof Values & string) => FormControl;
  /** Changes the base or the edits. */
  readonly stand: (change: (now: Standing<Base, Values>) => Standing<Base, Values>) => void;
  /** Forgets all errors and which fields lost focus, as after a save. */
  readonly forget: () => void;
  /**
   * Sends if there are no errors, and returns the result of `send`. A refusal is shown at its field; the result is then
   * false, as it is if there are errors.
   */
  readonly submit: (send: () => Promise<boolean>) => Promise<boolean>;
  readonly formRef: { current: HTMLFormElement | null };
}

export function useForm<Base, Values extends object>(
  initial: Base,
  rules: FormRules<Base, Values>,
): Form<Base, Values> {
  const [standing, stand] = useState<Standing<Base, Values>>({ base: initial, typed: {} });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [complained, setComplained] = useState(0);
  const formRef = useRef<HTMLFormElement>(null);
  const drawn = useDrawn();
  const { base, typed } = standing;
  const { hidden } = drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules of a form are the same each time
  const edits = useMemo(() => withoutNames(rules.editsOf(base, typed), hidden), [base, typed, hidden]);
  const values = { ...rules.valuesOf(base), ...typed };
  const complaints = withoutNames(rules.check({ base, values, edits }), hidden);

  /* The error is drawn by then. A field of the form may be outside its element, and a field inside may belong to another form. */
  useLayoutEffect(() => {
    const controls = complained > 0 ? [...(formRef.current?.elements ?? [])] : [];
    const wrong = controls.find((control) => control.getAttribute('aria-invalid') === 'true');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [complained]);

  const errorOf = (name: string): string | undefined => {
    const own = complaints[name];
    if (refused[name] !== undefined) return refused[name];
    return own && (own.atOnce || submitted || left.has(name)) ? own.text : undefined;
  };
  const complain = (name: string, text: string): void => {
    if (drawn.has(name)) setComplained((count) => count + 1);
    else rules.onUnseen(name, text);
  };
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    const name = rules.placeOf(error);
    if (name === undefined) return;
    const text = rules.textOf?.(error) ?? errorLines(error.messageCode);
    if (drawn.has(name)) setRefused({ [name]: text });
    complain(name, text);
  };

  return {
    base,
    typed,
    values,
    edits,
    busy,
    set: (change) => {
      stand((now) => ({ ...now, typed: { ...now.typed, ...change } }));
      setRefused((now) => withoutNames(now, new Set(Object.keys(change))));
    },
    keep: (name) => {
      stand((now) => ({ ...now, typed: withoutNames(now.typed, new Set([name])) }));
      setRefused((now) => withoutNames(now, new Set([name])));
    },
    field: (name) => {
      drawn.note(name);
      return { name, error: errorOf(name), onBlur: () => setLeft((now) => new Set(now).add(name)) };
    },
    stand,
    forget: () => {
      setLeft(new Set());
      setSubmitted(false);
      setRefused({});
    },
    submit: async (send) => {
      setSubmitted(true);
      const wrong = Object.keys(complaints);
      const [name = ''] = wrong.filter(drawn.has).concat(wrong);
      if (wrong.length > 0) {
        complain(name, complaints[name]?.text ?? '');
        return false;
      }
      setBusy(true);
      try {
        return await send();
      } catch (error) {
        refuse(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
    formRef,
  };
}

/** Props of a form element: submitting it calls `submit`, unless that is running. */
export function submitting(busy: boolean, submit: () => Promise<unknown>): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    if (!busy) void submit();
  };
}
