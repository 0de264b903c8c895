/** Checks of IPv4 addresses that are possible without the terminal. Pure. */
const PARTS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** The address as a number, or null. */
export function ipv4Of(text: string): number | null {
  const parts = PARTS.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** Length of a mask in bits; null when it is not contiguous, or leaves no room for two hosts. */
export function prefixOf(mask: string): number | null {
  const value = ipv4Of(mask);
  if (value === null) return null;
  const prefix = value.toString(2).padStart(32, '0').indexOf('0');
  const length = prefix === -1 ? 32 : prefix;
  const whole = length === 0 ? 0 : 2 ** 32 - 2 ** (32 - length);
  return value === whole && length >= 1 && length <= 30 ? length : null;
}

/** `10.0.4.0/24` for an address and its mask; null when one of them is invalid. */
export function subnetOf(address: string, mask: string): string | null {
  const host = ipv4Of(address);
  const prefix = prefixOf(mask);
  if (host === null || prefix === null) return null;
  const size = 2 ** (32 - prefix);
  const base = Math.floor(host / size) * size;
  return `${[24, 16, 8, 0].map((shift) => Math.floor(base / 2 ** shift) % 256).join('.')}/${prefix}`;
}

/** Whether a host may have the address in its subnet: neither the first nor the last, and not a special address. */
export function isHost(address: string, mask: string): boolean {
  const host = ipv4Of(address);
  const prefix = prefixOf(mask);
  if (host === null || prefix === null) return false;
  const size = 2 ** (32 - prefix);
  const first = Math.floor(host / 2 ** 24);
  const special = first === 0 || first === 127 || first >= 224;
  return !special && host % size !== 0 && host % size !== size - 1;
}
