/** Errors in the combination of Wi-Fi settings. */
import { ErrorCode } from '@gen/errors.ts';
import type { WirlessValues } from '@gen/network.ts';
import { errorText, t } from '../../../lib/i18n.ts';

/** 802.11 names are bytes: a name in a non-Latin script has fewer characters. */
export const SSID_OCTETS = 32;

type Errors = Partial<Record<keyof WirlessValues, string>>;

type Secret = 'key' | 'password' | 'apKey';

/** Characters that a WPA3 key may have: WPA3 has no keys of 64 hexadecimal digits (IEEE 802.11-2020 12.4). */
const WPA3_KEY = 63;

/** Checks the whole page. `isSet`: a secret is stored and stays. */
export function checkWifi(values: WirlessValues, isSet: (name: Secret) => boolean): Errors {
  if (values.mode === 'off') return {};
  const client = values.mode === 'client' ? checkNetwork(values, isSet) : {};
  return { ...client, ...checkAccessPoint(values, isSet('apKey')) };
}

export function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function checkNetwork(values: WirlessValues, isSet: (name: 'key' | 'password') => boolean): Errors {
  const { ssid, security, encryption, key, eap, identity, password } = values;
  const errors: Errors = {};
  if (ssid === '') errors.ssid = t('settings.required');
  else if (octetsOf(ssid) > SSID_OCTETS) errors.ssid = t('wifi.ssidLong', { octets: octetsOf(ssid), max: SSID_OCTETS });
  if (security !== 'open' && encryption === 'tkipAes' && security !== 'wpa2') errors.encryption = t('wifi.tkipOld');
  if (security === 'eap') {
    if (identity === '') errors.identity = t('settings.required');
    if (eap !== 'tls' && password === '' && !isSet('password')) errors.password = t('settings.required');
  } else if (security !== 'open' && key === '' && !isSet('key')) {
    errors.key = errorText(ErrorCode.keyNeeded);
  } else if (security === 'wpa3' && key.length > WPA3_KEY) {
    errors.key = t('settings.tooLong', { max: WPA3_KEY, length: key.length });
  }
  return errors;
}

export function checkAccessPoint(values: WirlessValues, hasKey: boolean): Errors {
  const { mode, apNameMode, apName, apKey } = values;
  const errors: Errors = {};
  if (apNameMode === 'own') {
    if (apName === '') errors.apName = t('settings.required');
    else if (octetsOf(apName) > SSID_OCTETS) {
      errors.apName = t('wifi.ssidLong', { octets: octetsOf(apName), max: SSID_OCTETS });
    }
  }
  if (mode === 'accessPoint' && apKey === '' && !hasKey) errors.apKey = errorText(ErrorCode.keyNeeded);
  return errors;
}
