/* Parses the envelope of a reply from any text. */
import { LiteralError, parseLiteral } from './literal.ts';

export interface Envelope {
  readonly code: 'success' | 'wait' | 'error';
  /** 0, or the error code of the catalogue. */
  readonly retvalue: number;
  /** 0, or the code of the text to show. */
  readonly msg: number;
  /** Path of the field that caused an error, '' if none. */
  readonly field: string;
  /** The terminal restarts. */
  readonly reboot: boolean;
  readonly data: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0);

/** Strict JSON first, then the relaxed literal; undefined if it is neither. */
export function parseReplyText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return parseLiteral(text);
    } catch (error) {
      if (error instanceof LiteralError) {
        return undefined;
      }
      throw error;
    }
  }
}

/** The envelope in a reply's text, or null if there is none (another server, a proxy's page, a cut-off answer). */
export function readEnvelope(text: string): Envelope | null {
  const value = parseReplyText(text);
  if (!isObject(value)) {
    return null;
  }
  const { code, retvalue, msg, field, reboot, data } = value;
  if (code !== 'success' && code !== 'wait' && code !== 'error') {
    return null;
  }
  return {
    code,
    retvalue: numberOf(retvalue),
    msg: numberOf(msg),
    field: typeof field === 'string' ? field : '',
    reboot: reboot === true,
    data: isObject(data) ? data : {},
  };
}
