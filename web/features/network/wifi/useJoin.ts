/** A form that joins a network: fields of the Wi-Fi page with values of their own, sent with GetChooseWirless. */
import { type GetChooseWirlessRequest, getChooseWirless, type WirlessValues, wirless } from '@gen/network.ts';
import { useEffect, useState } from 'react';
import { memberOf } from '../../../lib/api/apiError.ts';
import { type Complaints, submitting, useForm } from '../../../lib/form/useForm.ts';
import type { RequestFrame } from '../../../lib/form/useRequest.ts';
import { prepareKnocker } from '../../../lib/move/knock.ts';
import { startMove } from '../../../lib/move/store.ts';
import { isRefusal } from '../../../lib/refusal.ts';
import { checkEdits } from '../../../lib/settings/check.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import type { Edits } from '../../../lib/settings/values.ts';
import { checkNetwork } from './wifiCheck.ts';

type Values = WirlessValues;

export interface Join extends RequestFrame {
  readonly form: SettingsFields<Values>;
  /** A refusal without a field. */
  readonly problem: string | undefined;
}

const defaults = Object.fromEntries(wirless.fields.map((field) => [field.name, field.default])) as unknown as Values;

/**
 * The values needed for the security of the network, without those typed for another one. An untyped secret is
 * omitted, which keeps the stored one; `removesCa`: the stored CA is removed.
 */
export function requestOf(values: Values, removesCa = false): GetChooseWirlessRequest {
  const { ssid, hidden, security, encryption, key, eap, inner, identity, password, ca } = values;
  if (security === 'open') return { ssid, hidden, security };
  const network = { ssid, hidden, security, encryption };
  if (security !== 'eap') return { ...network, ...(key === '' ? {} : { key }) };
  const certificate = ca === '' && !removesCa ? {} : { ca };
  const secret = password === '' ? {} : { password };
  return eap === 'tls'
    ? { ...network, eap, identity, ...certificate }
    : { ...network, eap, inner, identity, ...secret, ...certificate };
}

export interface JoinOptions {
  /** Known properties of the network. */
  network: Partial<Values>;
  /** Stored secrets of this network: they stay unless others are typed. */
  stored?: ReadonlySet<string> | undefined;
  mayWrite: boolean;
  /** Values of a failed attempt. */
  typed?: Partial<Values> | undefined;
  /** Called when the attempt starts, with whether it must be confirmed, and the typed values for another attempt. */
  onStarted: (waits: boolean, typed: Partial<Values>) => void;
}

/** Known properties of the network before anything is typed. */
interface Known {
  readonly values: Values;
  readonly secrets: ReadonlySet<string>;
}

const nothingStored: ReadonlySet<string> = new Set();
const knownOf = (network: Partial<Values>, secrets: ReadonlySet<string>): Known => ({
  values: { ...defaults, ...network },
  secrets,
});

export function useJoin({ network, stored = nothingStored, typed: before, mayWrite, onStarted }: JoinOptions): Join {
  const [problem, setProblem] = useState<string>();
  const form = useForm<Known, Values>(knownOf(network, stored), {
    valuesOf: ({ values }) => values,
    editsOf: (_, typed) => typed,
    check: ({ base, values, edits }) => complaintsOf(values, base.secrets, edits),
    placeOf: ({ code, field }) => (code === 0 ? undefined : memberOf(field)),
    onUnseen: (_, text) => setProblem(text),
  });
  const { base, typed, values, edits, busy, stand } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of a network comes later, once
  useEffect(() => stand((now) => ({ ...now, base: knownOf(network, stored) })), [network, stored]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before is put there once
  useEffect(() => {
    if (before) form.set(before);
  }, []);
  useEffect(prepareKnocker, []);
  const join = () => {
    setProblem(undefined);
    return form.submit(async () => {
      const request = requestOf(values, edits.ca === '');
      onStarted(startMove('Wirless', await getChooseWirless(request, { handles: isRefusal })), typed);
      return true;
    });
  };
  return {
    form: {
      page: wirless,
      values,
      base: base.values,
      edits: typed,
      mayWrite,
      busy,
      isSet: (name) => base.secrets.has(name),
      set: (change) => {
        setProblem(undefined);
        form.set(change);
      },
      keep: form.keep,
      field: (name) => ({ ...form.field(name), changed: false, disabled: !mayWrite || busy }),
    },
    problem,
    busy,
    waiting: 0,
    formRef: form.formRef,
    onSubmit: submitting(busy, join),
  };
}

/** Missing values for the network first, then violations of limits. */
function complaintsOf(values: Values, secrets: ReadonlySet<string>, edits: Edits<Values>): Complaints {
  const missing = checkNetwork(values, (name) => secrets.has(name) && edits[name] === undefined);
  const needs = Object.entries(missing).map(([name, text]) => [name, { text, atOnce: false }] as const);
  return { ...checkEdits(wirless, requestOf(values, edits.ca === '')), ...Object.fromEntries(needs) };
}
