/** One connection to the event stream, read with fetch so that the token stays in its header. */
import { eventsCall } from '@gen/events.ts';
import { EventParser, type StreamEvent } from './eventParser.ts';

/** Twice the time in which the terminal gives a sign of life. */
const SILENCE_MS = 35_000;
/** A session that is gone, or a right that is not there, is said by the next call that is made. */
export const REFUSED_MS = 30_000;

/**
 * Follows behind the line of number `last` (none: with what comes next) until it is cut. Gives the time after which the
 * terminal wants to be asked again at the earliest.
 */
export async function followEvents(
  token: string,
  last: string,
  own: AbortController,
  take: (event: StreamEvent) => void,
): Promise<number> {
  const response = await fetch(`${eventsCall.path}?_t=${Date.now()}`, {
    headers: { token, accept: 'text/event-stream', ...(last === '' ? {} : { 'last-event-id': last }) },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: own.signal,
  });
  if (!response.ok || !response.body) {
    if (response.status === 401 || response.status === 403) return REFUSED_MS;
    return Number(response.headers.get('retry-after') ?? 0) * 1000;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  let silence = setTimeout(() => own.abort(), SILENCE_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 0;
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENCE_MS);
      for (const event of parser.push(value)) take(event);
    }
  } finally {
    clearTimeout(silence);
  }
}
