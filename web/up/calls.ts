/** Calls of /up: as the console makes them, but for its own session, whose token is in memory alone. */
import type { RecoverDataRequest, RecoveryStateReply } from '@gen/engineer.ts';
import type { UpdateMachineReply, UpgradeStateReply } from '@gen/upgrade.ts';
import { language } from './text.ts';

const TIMEOUT_MS = 60_000;
/** Bytes of a piece: the body that UpdateMachine takes. */
export const PIECE_OCTETS = 262_144;

/** Why a call came to nothing; code 0: the terminal did not answer, or not as one. */
export class Refused extends Error {
  readonly code: number;
  /** Seconds to wait. */
  readonly wait: number;

  constructor(code: number, wait = 0) {
    super(String(code));
    this.code = code;
    this.wait = wait;
  }
}

let token = '';

interface Asked {
  readonly post?: boolean;
  readonly query?: Readonly<Record<string, string | number>>;
  /** An object travels as JSON. */
  readonly body?: Blob | object;
  readonly signal?: AbortSignal;
}

async function ask<Reply>(name: string, { post = false, query = {}, body, signal }: Asked = {}): Promise<Reply> {
  const parameters = new URLSearchParams({ ...query, _t: String(Date.now()) } as Record<string, string>);
  const isBlob = body instanceof Blob;
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  signal?.addEventListener('abort', end);
  let answer: { code?: unknown; retvalue?: unknown; data?: unknown };
  let wait = 0;
  try {
    const response = await fetch(`/goform/${name}?${parameters}`, {
      method: post ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        language,
        ...(token && { token }),
        ...(post && { 'content-type': isBlob ? 'application/octet-stream' : 'application/json' }),
      },
      ...(post && { body: isBlob ? body : JSON.stringify(body ?? {}) }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: ending.signal,
    });
    wait = Number(response.headers.get('retry-after') ?? 0) || 0;
    answer = (await response.json()) as typeof answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
  if (answer.code === 'success') return answer.data as Reply;
  throw new Refused(typeof answer.retvalue === 'number' ? answer.retvalue : 0, wait);
}

/** Why the terminal does not start, a word that the page itself comes with; '' where it does. */
export async function recoveryReason(): Promise<string> {
  try {
    return (await fetch('/up', { method: 'HEAD', cache: 'no-store' })).headers.get('postern-recovery') ?? '';
  } catch {
    return '';
  }
}

export async function signIn(password: string): Promise<void> {
  token = '';
  ({ token } = await ask<{ token: string }>('engineerLogin', { post: true, body: { password } }));
}

export const upgradeState = (signal?: AbortSignal): Promise<UpgradeStateReply> =>
  ask('upgradeState', signal ? { signal } : {});

export const readSerial = (): Promise<string> => ask<{ Serial: string }>('SetInfoParam').then(({ Serial }) => Serial);

export const recoveryState = (): Promise<RecoveryStateReply> => ask('recoveryState');

export const recoverData = (body: RecoverDataRequest): Promise<unknown> => ask('recoverData', { post: true, body });

export const upgradeCancel = (): Promise<unknown> => ask('upgradeCancel', { post: true });

/** `serial`: the end of the serial number, typed to go back to an older firmware. */
export const upgradeStart = (serial: string): Promise<unknown> =>
  ask('upgradeStart', { post: true, body: serial === '' ? {} : { force: true, serial } });

/** Name of a file as the contract takes it. */
export const nameOf = ({ name }: File): string =>
  Array.from(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]|\p{Bidi_Control}/gu, ' '))
    .slice(-128)
    .join('');

/** Whether the terminal has this very file, as far as name and size tell. */
export const isOf = ({ own, name, total }: UpgradeStateReply, file: File): boolean =>
  own && name === nameOf(file) && total === file.size;

export function sendPiece(file: File, offset: number, signal?: AbortSignal): Promise<UpdateMachineReply> {
  return ask('UpdateMachine', {
    post: true,
    query: { offset, total: file.size, name: nameOf(file) },
    body: file.slice(offset, offset + PIECE_OCTETS, 'application/octet-stream'),
    ...(signal && { signal }),
  });
}
