/** The places of the Wiegand input formats among the settings of the door. */
import type { AccessControlValues, GetAccessControlRequest } from '@gen/door.ts';

export const slots = [
  { name: 'wiegandInName1', pattern: 'wiegandIn1' },
  { name: 'wiegandInName2', pattern: 'wiegandIn2' },
  { name: 'wiegandInName3', pattern: 'wiegandIn3' },
  { name: 'wiegandInName4', pattern: 'wiegandIn4' },
] as const satisfies readonly { name: keyof AccessControlValues; pattern: keyof AccessControlValues }[];

export type InputFormats = Pick<AccessControlValues, (typeof slots)[number]['pattern']>;

/** What is stored to add a format; undefined: all places are taken. */
export function withFormat(now: InputFormats, name: string, pattern: string): GetAccessControlRequest | undefined {
  const free = slots.find((slot) => now[slot.pattern] === '');
  return free && { [free.name]: name, [free.pattern]: pattern };
}
