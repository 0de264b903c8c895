/** A form that asks something of the terminal: nothing of it is stored there, and all of it is sent. */
import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions, Refusal } from '@gen/runtime.ts';
import type { FormEvent } from 'react';
import { ApiError, memberOf } from '../api/apiError.ts';
import { useCountdown } from '../countdown.ts';
import { isRefusal } from '../refusal.ts';
import { type FormControl, submitting, useForm } from './useForm.ts';

export interface RequestRules<Values extends object> {
  /** What is not typed follows it when it changes. */
  readonly start: Values;
  /** What is wrong before anything is sent, by field. */
  readonly check: (values: Values) => Partial<Record<keyof Values & string, string>>;
  /** The field for a refusal that names none of the form's; '' for none. */
  readonly placeOf: (code: number) => (keyof Values & string) | '';
  /** Words for a refusal that says less than is known here; undefined: those of the catalogue. */
  readonly textOf?: ((refusal: Refusal) => string | undefined) | undefined;
  /** Says a refusal that no field stands for; left out where each has one. */
  readonly onUnseen?: ((text: string) => void) | undefined;
  /** Makes the call with these options: what the terminal refuses is shown at its field. */
  readonly send: (values: Values, options: CallOptions) => Promise<void>;
}

/** What a frame around the fields needs. */
export interface RequestFrame {
  readonly busy: boolean;
  /** Seconds that the terminal asks to wait after too many tries, 0 for none. Meanwhile nothing is sent. */
  readonly waiting: number;
  readonly formRef: { current: HTMLFormElement | null };
  readonly onSubmit: (event: FormEvent) => void;
}

export interface RequestForm<Values extends object> extends RequestFrame {
  readonly values: Values;
  /** Something is typed. */
  readonly isTouched: boolean;
  readonly set: (change: Partial<Values>) => void;
  readonly field: (name: keyof Values & string) => FormControl;
  /** Takes back all that is typed, and what was said of it. */
  readonly discard: () => void;
  /** For a button that submits no form. */
  readonly ask: () => Promise<boolean>;
}

const nothing = (): void => undefined;
const options: CallOptions = { handles: isRefusal };

export function useRequest<Values extends object>({
  start,
  check,
  placeOf,
  textOf,
  onUnseen = nothing,
  send,
}: RequestRules<Values>): RequestForm<Values> {
  const wait = useCountdown();
  const place = ({ code, field }: Refusal): string | undefined => {
    if (code === 0) return undefined;
    const member = memberOf(field);
    return member in start ? member : placeOf(code);
  };
  const { values, typed, busy, set, field, stand, forget, submit, formRef } = useForm<Values, Values>(start, {
    valuesOf: () => start,
    editsOf: (_, typed) => typed,
    check: (now) => complaintsOf(check(now.values)),
    placeOf: place,
    textOf,
    onUnseen: (_, text) => onUnseen(text),
  });
  const ask = () =>
    submit(async () => {
      try {
        await send(values, options);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === ErrorCode.throttled) wait.start(error.retryAfter);
        throw error;
      }
    });
  return {
    values,
    isTouched: Object.keys(typed).length > 0,
    busy,
    waiting: wait.left,
    set,
    /* Nothing is judged before it is sent for the first time. */
    field: (name) => ({ ...field(name), onBlur: nothing }),
    discard: () => {
      stand(({ base }) => ({ base, typed: {} }));
      forget();
    },
    ask,
    formRef,
    onSubmit: submitting(busy || wait.left > 0, ask),
  };
}

function complaintsOf(errors: Partial<Record<string, string>>) {
  const found = Object.entries(errors).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, { text, atOnce: false }] as const],
  );
  return Object.fromEntries(found);
}
