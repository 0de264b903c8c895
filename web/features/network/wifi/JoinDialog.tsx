import { type WifiNetwork, type WifiState, type WirlessValues, wirless } from '@gen/network.ts';
import { useEffect, useMemo } from 'react';
import useSWR from 'swr';
import { t } from '../../../lib/i18n.ts';
import { readSettings } from '../../../lib/settings/useSettings.ts';
import type { Stored } from '../../../lib/settings/values.ts';
import { enumWord } from '../../../lib/settings/words.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { bandText } from '../words.ts';
import { caOf } from './CaField.tsx';
import { useJoin } from './useJoin.ts';
import { WifiCredentials } from './WifiCredentials.tsx';

export interface JoinDialogProps {
  network: WifiNetwork;
  /** Values of a failed attempt. */
  typed?: Partial<WirlessValues> | undefined;
  mayWrite: boolean;
  onStarted: (waits: boolean, typed: Partial<WirlessValues>) => void;
  onClose: () => void;
}

/** Joins a network of the list. */
export function JoinDialog({ network, typed, mayWrite, onStarted, onClose }: JoinDialogProps) {
  const { ssid, security, band } = network;
  const stored = useStored(network);
  const known = useMemo(() => ({ ...stored?.values, ssid, security, hidden: false }), [stored, ssid, security]);
  const join = useJoin({
    network: known,
    stored: stored?.secrets,
    typed,
    mayWrite,
    onStarted,
  });
  const { form, problem, formRef } = join;
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [formRef]);
  return (
    <FormDialog
      title={t('wifi.joinTitle', { ssid })}
      form={join}
      action={t('wifi.connect')}
      blocked={!mayWrite}
      onClose={onClose}
    >
      <p className="muted">
        <bdi>{enumWord('WifiSecurity', security)}</bdi> · <bdi>{bandText(band)}</bdi>
      </p>
      {problem && <Notice tone="no">{problem}</Notice>}
      <WifiCredentials form={form} ca={stored && caOf(stored.state)} />
    </FormDialog>
  );
}

/** Stored secrets of a known network; undefined for any other. */
function useStored({ known, ssid }: WifiNetwork): Stored<WirlessValues, WifiState> | undefined {
  const { data } = useSWR(known ? 'SetWirless.known' : null, () => readSettings(wirless));
  return data?.values.ssid === ssid ? data : undefined;
}
