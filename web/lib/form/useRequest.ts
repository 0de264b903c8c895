/** A form for a request: none of its values is stored in the terminal, and all of them are sent. */
import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions, Refusal } from '@gen/runtime.ts';
import type { FormEvent } from 'react';
import { ApiError, memberOf } from '../api/apiError.ts';
import { useCountdown } from '../countdown.ts';
import { isRefusal } from '../refusal.ts';
import { type FormControl, submitting, useForm } from './useForm.ts';

export interface RequestRules<Values extends object> {
  /** Values without edits follow it when it changes. */
  readonly start: Values;
  /** Errors before sending, by field. */
  readonly check: (values: Values) => Partial<Record<keyof Values & string, string>>;
  /** The field for a refusal that names no field of the form; '' for none. */
  readonly placeOf: (code: number) => (keyof Values & string) | '';
  /** A more specific text for a refusal; undefined: the text of the catalogue. */
  readonly textOf?: ((refusal: Refusal) => string | undefined) | undefined;
  /** Shows a refusal without a field; omitted if every refusal has one. */
  readonly onUnseen?: ((text: string) => void) | undefined;
  /** Makes the call with these options; a refusal is shown at its field. */
  readonly send: (values: Values, options: CallOptions) => Promise<void>;
}

/** Props of a frame around the fields. */
export interface RequestFrame {
  readonly busy: boolean;
  /** Seconds to wait after too many attempts, 0 for none. Nothing is sent meanwhile. */
  readonly waiting: number;
  readonly formRef: { current: HTMLFormElement | null };
  readonly onSubmit: (event: FormEvent) => void;
}

export interface RequestForm<Values extends object> extends RequestFrame {
  readonly values: Values;
  /** There are edits. */
  readonly isTouched: boolean;
  readonly set: (change: Partial<Values>) => void;
  readonly field: (name: keyof Values & string) => FormControl;
  /** Reverts all edits and their errors. */
  readonly discard: () => void;
  /** Submits from a button outside of the form. */
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
    /* Nothing is checked before the first submit. */
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
