import type { LeaseState, LinkState, ProbeState, WifiBand, WifiFailure } from '@gen/network.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import type { IconName } from '../../ui/icons.ts';
import type { Tone } from '../../ui/Tag.tsx';

export interface Look {
  readonly text: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

/** Why a Wi-Fi connection failed, as a sentence. */
export function failureText(failure: WifiFailure): string {
  return t(`wifi.failure.${failure}`);
}

export function bandText(band: WifiBand): string {
  return t(`wifi.band.${band}`);
}

const leaseTone: Record<LeaseState, Tone> = {
  none: 'neutral',
  asking: 'info',
  bound: 'ok',
  fixed: 'ok',
  noServer: 'no',
  badOffer: 'no',
  conflict: 'no',
};

export function leaseLook(lease: LeaseState): Look {
  const tone = leaseTone[lease];
  return { text: t(`network.lease.${lease}`), tone, icon: iconOf(tone) };
}

const probeTone: Record<ProbeState, Tone> = { unknown: 'neutral', trying: 'info', good: 'ok', failed: 'no' };

export function probeLook(probe: ProbeState): Look {
  const tone = probeTone[probe];
  return { text: t(`network.probe.${probe}`), tone, icon: iconOf(tone) };
}

const linkTone: Record<LinkState, Tone> = {
  off: 'neutral',
  notInstalled: 'info',
  trying: 'info',
  reachable: 'info',
  unreachable: 'no',
  noName: 'no',
  refused: 'no',
};

export function linkLook(link: LinkState): Look {
  const tone = linkTone[link];
  return { text: t(`network.link.${link}`), tone, icon: iconOf(tone) };
}

function iconOf(tone: Tone): IconName {
  if (tone === 'ok') return 'check';
  if (tone === 'no' || tone === 'warn') return 'alert';
  return tone === 'info' ? 'clock' : 'info';
}

/** A time, or the word for never. */
export function momentText(seconds: number): string {
  return seconds === 0 ? t('network.never') : formatMoment(seconds);
}

/** Subject of a certificate; some have neither a common name nor an organization. */
export function subjectText(subject: string): string {
  return subject === '' ? t('pem.noName') : subject;
}
