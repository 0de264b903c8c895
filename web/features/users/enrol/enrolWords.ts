/** Texts for credentials; the same on the page and in its dialog. */
import type { EnrolFactor } from '@gen/contract.ts';
import { t } from '../../../lib/i18n.ts';

export const FINGERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export type Finger = (typeof FINGERS)[number];

/** Recommended order of fingers: hand by hand, most reliable first. */
const ORDER: readonly number[] = [1, 8, 0, 9, 2, 7, 3, 6, 4, 5];

/** The finger to enrol after another; undefined: all are enrolled. */
export function nextFinger(enrolled: readonly number[]): number | undefined {
  return ORDER.find((finger) => !enrolled.includes(finger));
}

export function fingerText(finger: number): string {
  const known = FINGERS.find((one) => one === finger);
  return known === undefined ? t('enum.Factor.finger') : t(`enrol.finger.${known}`);
}

export function eyeText(eye: number): string {
  return eye === 0 ? t('enrol.eyeRight') : t('enrol.eyeLeft');
}

/** Name of the finger, iris, face or card. */
export function whatText(what: { readonly factor: EnrolFactor; readonly index: number }): string {
  switch (what.factor) {
    case 'finger':
      return fingerText(what.index);
    case 'iris':
      return eyeText(what.index);
    case 'face':
      return t('enum.Factor.face');
    case 'card':
      return t('enum.Factor.card');
  }
}
