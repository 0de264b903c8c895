// TLS from outside: connections, certificates and keys made with openssl, exchanges over HTTPS.

import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Agent, request } from 'node:https';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { patienceMs } from './patience.ts';
import { WaitError } from './wait.ts';
import { type HttpReply, type HttpRequest, parseEnvelope, requestOptions, type WireReply } from './wire.ts';

/** One exchange over HTTPS on a new connection (or of `agent`), with any certificate. */
export function secureExchange(
  port: number,
  what: Omit<HttpRequest, 'agent'> & { readonly agent?: Agent },
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...requestOptions(port, what), rejectUnauthorized: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new WaitError(`no answer to ${what.method} ${what.path}`)));
    outgoing.on('error', reject);
    outgoing.end(what.body);
  });
}

/** An exchange whose reply must be an envelope. */
export async function secureWire(port: number, what: HttpRequest): Promise<WireReply> {
  const { agent: _, ...rest } = what;
  const reply = await secureExchange(port, rest);
  return { ...reply, envelope: parseEnvelope(reply) };
}

/** A connection after its handshake. */
export function secureConnect(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
    const timer = setTimeout(() => socket.destroy(new WaitError('no handshake')), patienceMs);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** The certificate presented to a new connection. */
export async function shownCertificate(port: number): Promise<DetailedPeerCertificate> {
  const socket = await secureConnect(port);
  try {
    return socket.getPeerCertificate(true);
  } finally {
    socket.destroy();
  }
}

/** Runs openssl and returns its output on both channels, also of a failure. */
export function openssl(args: readonly string[], input = ''): string {
  const options: ExecFileSyncOptions = { input, timeout: patienceMs, stdio: ['pipe', 'pipe', 'pipe'] };
  try {
    return execFileSync('openssl', args, options).toString();
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    return `${stdout?.toString() ?? ''}${stderr?.toString() ?? ''}`;
  }
}

export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

export type KeyKind = 'P-256' | 'P-384' | 'RSA 2048' | 'RSA 1024' | 'Ed25519';

const keyArgs: Readonly<Record<KeyKind, readonly string[]>> = {
  'P-256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'P-384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'RSA 2048': ['-newkey', 'rsa:2048'],
  'RSA 1024': ['-newkey', 'rsa:1024'],
  Ed25519: ['-newkey', 'ed25519'],
};

/** A self-signed certificate in files of `folder`; `days` counts from now and may be negative. */
export function makePair(folder: string, name: string, kind: KeyKind = 'P-256', days = 30): Pair {
  const [certificate, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  openssl([
    ...['req', '-x509', ...keyArgs[kind], '-nodes', '-keyout', key, '-out', certificate],
    ...['-days', String(days), '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
  ]);
  return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** Permissions of a CA certificate. */
export type Authority = 'none' | 'authority' | 'path of one';

const constraints: Readonly<Record<Authority, string>> = {
  none: 'CA:FALSE',
  authority: 'CA:TRUE',
  'path of one': 'CA:TRUE,pathlen:0',
};

/** A certificate for a new key, signed with the one whose files are `<by>.crt` and `<by>.key` in `folder`. */
export function makeSigned(
  folder: string,
  name: string,
  by: string,
  { kind = 'P-256', days = 30, authority = 'none' }: { kind?: KeyKind; days?: number; authority?: Authority } = {},
): Pair {
  const file = (suffix: string, of = name) => join(folder, `${of}.${suffix}`);
  openssl([
    ...['req', '-new', ...keyArgs[kind], '-nodes', '-keyout', file('key'), '-out', file('csr')],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-addext', `basicConstraints=critical,${constraints[authority]}`],
  ]);
  openssl([
    ...['x509', '-req', '-in', file('csr'), '-CA', file('crt', by), '-CAkey', file('key', by)],
    ...['-days', String(days), '-copy_extensions', 'copy', '-out', file('crt')],
  ]);
  return { certificate: readFileSync(file('crt'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
}
