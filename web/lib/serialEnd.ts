/** To replace the terminal's data, the last characters of its serial number must be typed. */
import { initMachineLimits } from '@gen/machine.ts';

/** Number of characters to type. */
export const SERIAL_END = initMachineLimits.serial.max;

export function isEndOfSerial(serial: string, typed: string): boolean {
  return typed.length === SERIAL_END && serial.toUpperCase().endsWith(typed.toUpperCase());
}
