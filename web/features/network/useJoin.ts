/** A form that joins a network: the fields of the Wi-Fi page over values of its own, sent with GetChooseWirless. */
import { type GetChooseWirlessRequest, getChooseWirless, type WirlessValues, wirless } from '@gen/network.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { errorText } from '../../lib/i18n.ts';
import { prepareKnocker } from '../../lib/move/knock.ts';
import { startMove } from '../../lib/move/store.ts';
import { isRefusal } from '../../lib/refusal.ts';
import { checkEdits } from '../../lib/settings/check.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import type { Edits } from '../../lib/settings/values.ts';
import { checkNetwork } from './wifiCheck.ts';

type Values = WirlessValues;
type Name = keyof Values & string;

export interface Join {
  readonly form: SettingsFields<Values>;
  /** A refusal that no field stands for. */
  readonly problem: string | undefined;
  readonly formRef: { current: HTMLFormElement | null };
  readonly onSubmit: (event: FormEvent) => void;
}

const defaults = Object.fromEntries(wirless.fields.map((field) => [field.name, field.default])) as unknown as Values;

/**
 * What the security of the network needs, and nothing that was typed for another one. A secret that was not typed is left
 * out: that keeps the stored one; `removesCa`: that one is not to stay.
 */
export function requestOf(values: Values, removesCa = false): GetChooseWirlessRequest {
  const { ssid, hidden, security, key, eap, inner, identity, password, ca } = values;
  const network = { ssid, hidden, security };
  if (security === 'open') return network;
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
  /** The terminal tries it, and says whether there is something to confirm. */
  onStarted: (waits: boolean) => void;
}

const nothingStored: ReadonlySet<string> = new Set();

export function useJoin({ network, stored = nothingStored, mayWrite, onStarted }: JoinOptions): Join {
  const base: Values = { ...defaults, ...network };
  const [edits, setEdits] = useState<Edits<Values>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(prepareKnocker, []);
  const values: Values = { ...base, ...edits };
  const request = requestOf(values, edits.ca === '');
  const complaints = checkEdits(wirless, request);
  const missing = checkNetwork(values, (name) => stored.has(name) && edits[name] === undefined);

  const errorOf = (name: Name): string | undefined => {
    const shows = submitted || left.has(name);
    const own = complaints[name];
    if (refused[name] !== undefined) return refused[name];
    if (missing[name] !== undefined) return shows ? missing[name] : undefined;
    return own && (shows || own.atOnce) ? own.text : undefined;
  };
  const focusComplaint = () =>
    requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const submit = async () => {
    setSubmitted(true);
    if (Object.keys(complaints).length + Object.keys(missing).length > 0) {
      focusComplaint();
      return;
    }
    setBusy(true);
    try {
      onStarted(startMove('Wirless', await getChooseWirless(request, { handles: isRefusal })));
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'refused') return;
      setRefused({ [error.member]: errorText(error.messageCode) });
      focusComplaint();
    } finally {
      setBusy(false);
    }
  };
  const form: SettingsFields<Values> = {
    page: wirless,
    values,
    base,
    edits,
    mayWrite,
    busy,
    isSet: (name) => stored.has(name),
    set: (change) => {
      setRefused({});
      setEdits((now) => ({ ...now, ...change }));
    },
    keep: (name) => setEdits((now) => Object.fromEntries(Object.entries(now).filter(([one]) => one !== name))),
    field: (name) => ({
      name,
      error: errorOf(name),
      changed: false,
      disabled: !mayWrite || busy,
      onBlur: () => setLeft((now) => new Set(now).add(name)),
    }),
  };
  return {
    form,
    problem: refused[''],
    formRef,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}
