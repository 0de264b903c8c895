/** Name servers assigned by DHCP: a fixed address has none, so they are stored with it. */
import { ErrorCode } from '@gen/errors.ts';
import { type EthernetValues, getInternet, type InterfaceState, setInternet } from '@gen/network.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { errorText, formatList, t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { ipv4Of } from './link/ipv4.ts';

type Names = readonly [first: string, second: string];
type Form = SettingsFields<EthernetValues> & { readonly state: InterfaceState };

export interface KeptNames {
  /** The values to store; undefined: the change removes no name server. */
  readonly of: (form: Form) => Names | undefined;
  readonly type: (names: Names) => void;
  readonly error: (name: string) => string | undefined;
  /** Input is complete: errors are shown from now on. */
  readonly check: () => void;
  /** Effect of saving on them, for the change bar. */
  readonly warning: (form: Form) => string | undefined;
  /** Stores them. False: they are invalid. */
  readonly save: (form: Form) => Promise<boolean>;
}

function nameError(name: string): string | undefined {
  return name === '' || ipv4Of(name) !== null ? undefined : errorText(ErrorCode.addressInvalid);
}

export function useKeptNames(): KeptNames {
  const [typed, type] = useState<Names>();
  const [isChecked, setChecked] = useState(false);
  const { data: internet, mutate } = useSWR('SetInternet.names', () => setInternet({ handles: () => true }));
  const of = ({ values, base, state }: Form): Names | undefined => {
    const isLost = base.mode === 'dhcp' && values.mode === 'fixed';
    if (!isLost || internet === undefined || internet.wan !== 'ethernet' || internet.dns1 !== '') return undefined;
    return typed ?? [state.dns1, state.dns2];
  };
  return {
    of,
    type,
    error: (name) => (isChecked ? nameError(name) : undefined),
    check: () => setChecked(true),
    warning: (form) => {
      const names = of(form)?.filter((name) => name !== '');
      if (names === undefined) return undefined;
      if (names.length === 0) return t('ethernet.losesNames');
      return t('ethernet.keepsNames', { servers: formatList(names) });
    },
    save: async (form) => {
      setChecked(true);
      const [dns1 = '', dns2 = ''] = of(form)?.filter((name) => name !== '') ?? [];
      if (nameError(dns1) !== undefined || nameError(dns2) !== undefined) return false;
      if (dns1 === '' || internet === undefined) return true;
      await getInternet({ dns1, dns2, revision: internet.revision });
      await mutate().catch(() => undefined);
      return true;
    },
  };
}
