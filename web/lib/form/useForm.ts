/**
 * What every form of the console does: it stands on what is stored, keeps what is typed on top of it, says what of that
 * cannot be right, sends it, and puts what the terminal refuses at its field. Layers over it say what the values are.
 */
import { type FormEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/apiError.ts';
import { errorLines } from '../i18n.ts';
import { withoutNames } from './edits.ts';
import { useDrawn } from './useDrawn.ts';

/** What is wrong with a value before it is sent, in the reader's language. */
export interface Complaint {
  readonly text: string;
  /** Typing on will not mend it, so it is said at once and not when the field is left. */
  readonly atOnce: boolean;
}

/** By the name of the field. */
export type Complaints = Readonly<Record<string, Complaint>>;

/** What a form stands on, and what was typed on top of it. */
export interface Standing<Base, Values extends object> {
  readonly base: Base;
  readonly typed: Partial<Values>;
}

export interface FormRules<Base, Values extends object> {
  /** The values while nothing is typed. */
  readonly valuesOf: (base: Base) => Values;
  /** What of the typed differs from the base. */
  readonly editsOf: (base: Base, typed: Partial<Values>) => Partial<Values>;
  /** What cannot be right; `edits` leaves out what is no longer on the page. While there is any, nothing is sent. */
  readonly check: (now: { base: Base; values: Values; edits: Partial<Values> }) => Complaints;
  /** The field that a refusal is about, '' for the form as a whole; undefined: it is not for the form to show. */
  readonly placeOf: (error: ApiError) => string | undefined;
  /** Words for a refusal that says less than is known here; undefined: those of the catalogue. */
  readonly textOf?: ((error: ApiError) => string | undefined) | undefined;
  /** A complaint about a field that is not on the page now, or about none. */
  readonly onUnseen: (name: string, text: string) => void;
}

/** What every control of the kit takes. */
export interface FormControl {
  readonly name: string;
  readonly error: string | undefined;
  readonly onBlur: () => void;
}

export interface Form<Base, Values extends object> extends Standing<Base, Values> {
  /** As typed, where something is. */
  readonly values: Values;
  /** What differs and would be sent: not what was typed into a field that is no longer on the page. */
  readonly edits: Partial<Values>;
  readonly busy: boolean;
  readonly set: (change: Partial<Values>) => void;
  /** Takes what was typed into a field back. */
  readonly keep: (name: keyof Values & string) => void;
  readonly field: (name: keyof Values & string) => FormControl;
  /** Changes what the form stands on, or what counts as typed. */
  readonly stand: (change: (now: Standing<Base, Values>) => Standing<Base, Values>) => void;
  /** Forgets all complaints and which fields were left, as after a save. */
  readonly forget: () => void;
  /**
   * Sends when nothing is wrong, and gives what `send` gives. What `send` is refused with goes to its field; then, and
   * when something is wrong before, it is false.
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

  /* The complaint is drawn by then. What belongs to the form may stand outside it, what stands in it be another's. */
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

/** What a form element takes: submitting it is `submit`, unless it is under way. */
export function submitting(busy: boolean, submit: () => Promise<unknown>): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    if (!busy) void submit();
  };
}
