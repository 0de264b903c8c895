// A terminal on a simulated machine with slots (tools/machine), and bundles for it.

import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MachineFolder } from '../../tools/machine/folder.ts';
import { packed } from '../../tools/release/bundle.ts';
import { type BundleFacts, describe } from '../../tools/release/description.ts';
import { sign } from '../../tools/release/sign.ts';
import { schemaOf } from '../../tools/release/source.ts';
import type { Client } from './client.ts';
import type { CallReply } from './contract.ts';
import { temporaryFolder } from './daemon.ts';
import { daemonPath, rootPath } from './paths.ts';
import { octetStream, pieceOctets } from './pieces.ts';
import { Terminal } from './terminal.ts';
import { until } from './wait.ts';
import type { WireReply } from './wire.ts';

export const engineerPassword = 'Kestrel-4729-Rook';
/** A valid key: with the CRC-16/CCITT-FALSE over the first eight bytes. */
export const snKey = '0123-4567-89AB-CDEF-986B';

export type State = CallReply<'upgradeState'>;

/** Another daemon of the same build: `posternd_next`, `posternd_newer`. */
export function sibling(name: string): string {
  const path = join(dirname(daemonPath()), name);
  if (!existsSync(path)) throw new Error(`no ${path}: run make posternd`);
  return path;
}

export interface Provision {
  readonly serial?: string;
  readonly password?: string;
  readonly snKey?: string;
}

export class Machine {
  readonly path = temporaryFolder();
  readonly folder = new MachineFolder(join(this.path, 'machine'));
  #terminal: Terminal | undefined;

  get terminal(): Terminal {
    if (this.#terminal === undefined) throw new Error('the machine was not started');
    return this.#terminal;
  }

  /** Starts a fresh terminal on it. */
  async start({ serial, password = engineerPassword, snKey: key }: Provision = {}): Promise<Terminal> {
    mkdirSync(this.folder.system, { recursive: true });
    const lines = [
      ...(serial === undefined ? [] : [`serial = ${serial}`]),
      ...(password === '' ? [] : [`engineer-password = ${password}`]),
      ...(key === undefined ? [] : [`sn-key = ${key}`]),
    ];
    if (lines.length > 0)
      writeFileSync(join(this.folder.system, 'provision'), `${lines.join('\n')}\n`, { mode: 0o600 });
    const program = [rootPath('node_modules/.bin/node'), rootPath('tools/machine/main.ts')];
    const prefix = [...program, '--folder', this.folder.path, '--trial-ms', '60000', '--'];
    this.#terminal = await Terminal.start({ prefix, state: join(this.path, 'state') });
    return this.#terminal;
  }

  /** Description of a bundle of the next version. */
  #described(payload: Buffer, facts: Partial<BundleFacts>): string {
    const whole: BundleFacts = {
      version: '99.0.0',
      description: 'for a test',
      board: 'laptop',
      brand: 'postern',
      buildId: '0123456789abcdef',
      counter: 2,
      schema: schemaNow(),
      built: 1_767_225_600,
      notes: 'What is new:\nnothing but the number.',
      slots: { a: this.folder.slot('A'), b: this.folder.slot('B') },
      ...facts,
    };
    return describe(whole, payload).toString();
  }

  /** Signs with the machine's own keys. */
  #signed(description: string, signer: string): Buffer {
    const certificate = new X509Certificate(readFileSync(join(this.folder.keys, `${signer}.pem`)));
    const key = join(this.folder.keys, `${signer}.key`);
    return sign(Buffer.from(description), { key, chain: [certificate] });
  }

  /** A bundle of a program, signed by `signer`. */
  bundle(
    program: string | Buffer,
    facts: Partial<BundleFacts> = {},
    signer = 'signer-ec',
    change: (description: string) => string = (description) => description,
  ): Buffer {
    const payload = contentOf(program);
    const description = change(this.#described(payload, facts));
    return packed(Buffer.from(description), this.#signed(description, signer), payload, 0);
  }

  /** The same, with a signature over something else. */
  forged(program: string | Buffer): Buffer {
    const payload = contentOf(program);
    const description = this.#described(payload, {});
    const changed = description.replace('99.0.0', '99.9.9');
    return packed(Buffer.from(changed), this.#signed(description, 'signer-ec'), payload, 0);
  }

  async stop(): Promise<void> {
    try {
      await this.#terminal?.stop();
    } finally {
      rmSync(this.path, { recursive: true, force: true });
    }
  }
}

const contentOf = (program: string | Buffer): Buffer => (Buffer.isBuffer(program) ? program : readFileSync(program));

/** A system folder with only the factory data: a terminal without slots, but with an engineer. */
export function provisionedSystem(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'provision'), `engineer-password = ${engineerPassword}\n`, { mode: 0o600 });
  return folder;
}

/** A client with a session of the engineer, as opened by /up. */
export async function signInEngineer(terminal: Terminal): Promise<Client> {
  const engineer = terminal.client();
  engineer.token = (await engineer.call('engineerLogin', { password: engineerPassword })).token;
  return engineer;
}

/** Of the source. */
export const schemaNow = (): number => schemaOf(rootPath('.'));

/** Sends a chunk, and returns any answer. */
export const sendPiece = (client: Client, file: Buffer, offset: number, len = pieceOctets): Promise<WireReply> =>
  client.attempt(
    'UpdateMachine',
    { offset, total: file.length, name: 'postern.swu' },
    { body: file.subarray(offset, offset + len), headers: octetStream },
  );

/** Offers a bundle. */
export const offer = (client: Client, file: Buffer): Promise<WireReply> => sendPiece(client, file, 0);

/** Sends everything after the head; returns the last refusal, or undefined. */
export async function sendRest(client: Client, file: Buffer, from = pieceOctets): Promise<WireReply | undefined> {
  for (let offset = from; offset < file.length; ) {
    const reply = await sendPiece(client, file, offset);
    if (reply.envelope.code === 'error') return reply;
    offset = Number(reply.envelope.data['received']);
  }
  return undefined;
}

/** Offers, starts and sends a bundle, which must be accepted. */
export async function install(
  client: Client,
  file: Buffer,
  wish: { force?: boolean; serial?: string } = {},
): Promise<void> {
  const offered = await offer(client, file);
  if (offered.envelope.code === 'error') throw new Error(`UpdateMachine answered ${offered.text}`);
  await client.call('upgradeStart', wish);
  const refused = await sendRest(client, file);
  if (refused !== undefined) throw new Error(`UpdateMachine answered ${refused.text}`);
}

/** Waits for a step; the terminal may restart meanwhile. */
export function stateWhere(client: Client, what: string, is: (state: State) => boolean): Promise<State> {
  return until(
    what,
    async () => {
      const reply = await client.attempt('upgradeState', {}).catch(() => undefined);
      const state = reply?.envelope.code === 'success' ? (reply.envelope.data as unknown as State) : undefined;
      return state !== undefined && is(state) && state;
    },
    { everyMs: 50 },
  );
}
