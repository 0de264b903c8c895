import { ErrorCode } from '@gen/errors.ts';
import type { AddressMode, InterfaceState } from '@gen/network.ts';
import { errorText, t } from '../../../lib/i18n.ts';
import { ipv4Of, isHost, prefixOf, subnetOf } from './ipv4.ts';

export interface Addresses {
  readonly mode: AddressMode;
  readonly address: string;
  readonly mask: string;
  readonly gateway: string;
}

/** Errors in the combination of a fixed address. */
export function checkAddresses({ mode, address, mask, gateway }: Addresses): {
  address?: string;
  mask?: string;
  gateway?: string;
} {
  if (mode !== 'fixed') return {};
  if (address === '') return { address: t('settings.required') };
  if (prefixOf(mask) === null) return ipv4Of(mask) === null ? {} : { mask: t('ethernet.maskGaps') };
  if (ipv4Of(address) === null) return {};
  if (!isHost(address, mask)) return { address: errorText(ErrorCode.addressInvalid) };
  const subnet = subnetOf(address, mask) ?? '';
  if (gateway === '' || ipv4Of(gateway) === null) return {};
  if (subnetOf(gateway, mask) !== subnet) return { gateway: t('ethernet.outside', { subnet }) };
  return isHost(gateway, mask) && gateway !== address ? {} : { gateway: errorText(ErrorCode.addressInvalid) };
}

/** The current addresses as fixed settings. */
export function presentAddresses({ address, mask, gateway }: InterfaceState): Omit<Addresses, 'mode'> {
  return { address, mask, gateway };
}
