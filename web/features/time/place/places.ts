/** Names of places, as the IANA time zone database has them. Pure. */
import { fold } from '../../../lib/fold.ts';

/** "Europe/Madrid" → "Europe"; "America/Argentina/Ushuaia" → "America". */
export const regionOf = (place: string): string => place.slice(0, place.indexOf('/'));

/** "America/Argentina/Buenos_Aires" → "Argentina, Buenos Aires". */
export function cityOf(place: string): string {
  return place
    .slice(place.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');
}

const plain = (text: string): string => fold(text).replace(/[\s_/,-]+/gu, ' ');

/** "Australia/Lord_Howe" → "Australia/Lord Howe", which a narrow column can break. */
export const placeText = (place: string): string => place.replaceAll('_', ' ');

/** Those whose name has each word that is looked for. */
export function findPlaces(places: readonly string[], search: string): string[] {
  const words = plain(search).trim().split(' ');
  return places.filter((place) => words.every((word) => plain(place).includes(word)));
}

/** The place that a browser of this time zone is set to; `UTC` and the like are none. */
export function browserPlace(timeZone: string | undefined): string | undefined {
  return timeZone?.includes('/') && !timeZone.startsWith('Etc/') ? timeZone : undefined;
}
