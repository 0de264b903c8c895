/** What does not fit together in Wi-Fi settings. */
import { ErrorCode } from '@gen/errors.ts';
import type { WirlessValues } from '@gen/network.ts';
import { errorText, t } from '../../lib/i18n.ts';

/** 802.11 names are octets: a name in another script has fewer characters. */
export const SSID_OCTETS = 32;

type Errors = Partial<Record<keyof WirlessValues, string>>;

export function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** `isSet`: a secret is stored that may stay. */
export function checkNetwork(values: WirlessValues, isSet: (name: 'key' | 'password') => boolean): Errors {
  const { ssid, security, key, eap, identity, password } = values;
  const errors: Errors = {};
  if (ssid === '') errors.ssid = t('settings.required');
  else if (octetsOf(ssid) > SSID_OCTETS) errors.ssid = t('wifi.ssidLong', { octets: octetsOf(ssid), max: SSID_OCTETS });
  if (security === 'eap') {
    if (identity === '') errors.identity = t('settings.required');
    if (eap !== 'tls' && password === '' && !isSet('password')) errors.password = t('settings.required');
  } else if (security !== 'open' && key === '' && !isSet('key')) {
    errors.key = errorText(ErrorCode.keyNeeded);
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
