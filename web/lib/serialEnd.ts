/** Who puts other data in the place of what the terminal keeps types the end of its serial number. */
import { initMachineLimits } from '@gen/machine.ts';

/** Characters of the serial's end that are typed. */
export const SERIAL_END = initMachineLimits.serial.max;

export function isEndOfSerial(serial: string, typed: string): boolean {
  return typed.length === SERIAL_END && serial.toUpperCase().endsWith(typed.toUpperCase());
}
