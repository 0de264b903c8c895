/** One connection to the event stream, read with fetch so that the token stays in its header. */
import { eventsCall } from '@gen/events.ts';
import { EventParser, type StreamEvent } from './eventParser.ts';

/** Twice the terminal's keep-alive interval. */
const SILENCE_MS = 35_000;
/** An ended session or a missing permission is reported by the next call. */
export const REFUSED_MS = 30_000;

/**
 * Follows the log after record number `last` (none: from the next record) until the connection is cut. Returns the minimum
 * time before the next connection, as requested by the terminal.
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
