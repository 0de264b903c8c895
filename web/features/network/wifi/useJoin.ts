/** A form that joins a network: the fields of the Wi-Fi page over values of its own, sent with GetChooseWirless. */
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
  /** A refusal that no field stands for. */
  readonly problem: string | undefined;
}

const defaults = Object.fromEntries(wirless.fields.map((field) => [field.name, field.default])) as unknown as Values;

/**
 * What the security of the network needs, and nothing that was typed for another one. A secret that was not typed is left
 * out: that keeps the stored one; `removesCa`: that one is not to stay.
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
  /** What is known of the network. */
  network: Partial<Values>;
  /** Secrets that the terminal has of this very network: they stay unless another one is typed. */
  stored?: ReadonlySet<string> | undefined;
  mayWrite: boolean;
  /** Typed before, for an attempt that failed. */
  typed?: Partial<Values> | undefined;
  /** The terminal tries it, and says whether there is something to confirm; what was typed, for another attempt. */
  onStarted: (waits: boolean, typed: Partial<Values>) => void;
}

/** What is known of the network before anything is typed. */
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

/** What the network needs first, then what the limits refuse of what would be sent. */
function complaintsOf(values: Values, secrets: ReadonlySet<string>, edits: Edits<Values>): Complaints {
  const missing = checkNetwork(values, (name) => secrets.has(name) && edits[name] === undefined);
  const needs = Object.entries(missing).map(([name, text]) => [name, { text, atOnce: false }] as const);
  return { ...checkEdits(wirless, requestOf(values, edits.ca === '')), ...Object.fromEntries(needs) };
}
