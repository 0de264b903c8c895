// Makes signed bundles of a firmware, and inspects them (docs/release.md).
//
//   npx node tools/release/main.ts bundle --payload FILE --board ID --version V --counter N --schema N --build-id X
//       --brand B --built EPOCH [--notes FILE] [--description LINE] --slots a=/PATH,b=/PATH
//       --key KEY.pem|pkcs11:URI [--module LIBRARY] --cert CHAIN.pem --out FILE.swu [--release]
//   npx node tools/release/main.ts inspect FILE.swu [--roots roots.pem]
//   npx node tools/release/main.ts roots FILE.pem [--release]      whether a terminal may get these roots
//   npx node tools/release/main.ts test-keys --out DIR
//   npx node tools/release/main.ts vectors --out DIR [--board laptop] [--slots a=/PATH,b=/PATH] [--payload FILE]

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundleOf } from './bundle.ts';
import { certificatesOf, checkChain, checkRoots, keyKind, nameOf } from './certificates.ts';
import { boardOf, factsOf, slotsOf } from './facts.ts';
import { Fault } from './fault.ts';
import { inspect } from './inspect.ts';
import { makeTestKeys } from './pki.ts';
import { sign } from './sign.ts';
import { noise, writeVectors } from './vectors.ts';

/** The sizes of cpio have 32 bits; a slot is far smaller. */
const largestPayload = 512 * 1024 * 1024;

function contentOf(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Fault(`${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function textOf(option: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(contentOf(option, path));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(`${option}: ${path} is no text in UTF-8`);
  }
}

function payloadOf(path: string): Buffer {
  const payload = contentOf('--payload', path);
  if (payload.length === 0) throw new Fault(`--payload: ${path} is empty`);
  if (payload.length > largestPayload) throw new Fault(`--payload: ${path} has over ${largestPayload} octets`);
  return payload;
}

/** Written completely or not at all. */
function write(path: string, content: Buffer): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, content);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw new Fault(`--out: ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

function needed<T extends string>(values: Partial<Record<T, unknown>>, names: readonly T[]): Record<T, string> {
  const missing = names.filter((name) => typeof values[name] !== 'string');
  if (missing.length > 0) throw new Fault(`missing: ${missing.map((name) => `--${name}`).join(', ')}`);
  return values as Record<T, string>;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

function bundle(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      payload: text,
      board: text,
      version: text,
      counter: text,
      schema: text,
      'build-id': text,
      brand: text,
      built: text,
      notes: text,
      description: text,
      slots: text,
      key: text,
      module: text,
      cert: text,
      out: text,
      release: flag,
    },
  });
  const given = needed(values, [
    'payload',
    'board',
    'version',
    'counter',
    'schema',
    'build-id',
    'brand',
    'built',
    'slots',
    'key',
    'cert',
    'out',
  ]);
  const notes = values.notes === undefined ? '' : textOf('--notes', values.notes);
  const facts = factsOf({ ...given, notes, description: values.description });
  const payload = payloadOf(given.payload);
  const chain = certificatesOf(textOf('--cert', given.cert), '--cert');
  checkChain(chain, '--cert', { release: values.release, now: new Date() });
  const signing = { key: given.key, module: values.module, chain };
  const made = bundleOf(facts, payload, (description) => sign(description, signing));
  write(given.out, made);
  console.log(
    `${given.out}: Postern ${facts.version} for ${facts.board}, counter ${facts.counter}, ${made.length} octets`,
  );
}

function show(args: readonly string[]): void {
  const { values, positionals } = parseArgs({ args: [...args], options: { roots: text }, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Fault('inspect takes one FILE.swu');
  if (values.roots !== undefined) certificatesOf(textOf('--roots', values.roots), '--roots');
  const { facts, faults } = inspect(contentOf('inspect', path), values.roots);
  for (const [what, is] of facts) console.log(`${what.padEnd(15)}${is}`);
  for (const fault of faults) console.log(`FAULT          ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function roots(args: readonly string[]): void {
  const { values, positionals } = parseArgs({ args: [...args], options: { release: flag }, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Fault('roots takes one FILE.pem');
  const found = certificatesOf(textOf('roots', path), path);
  checkRoots(found, path, { release: values.release, now: new Date() });
  for (const root of found) console.log(`«${nameOf(root)}», ${keyKind(root)}, until ${root.validTo}`);
}

function testKeys(args: readonly string[]): void {
  const { values } = parseArgs({ args: [...args], options: { out: text } });
  const { out } = needed(values, ['out']);
  console.log(`${out}: ${makeTestKeys(out).join(', ')}`);
}

function vectors(args: readonly string[]): void {
  const options = { out: text, board: text, slots: text, payload: text };
  const { values } = parseArgs({ args: [...args], options });
  const { out } = needed(values, ['out']);
  writeVectors(out, {
    board: boardOf(values.board ?? 'laptop'),
    slots: slotsOf(values.slots ?? 'a=/tmp/postern/slots/a,b=/tmp/postern/slots/b'),
    payload: values.payload === undefined ? noise(100_000) : payloadOf(values.payload),
  });
}

const commands: Readonly<Record<string, (args: readonly string[]) => void>> = {
  bundle,
  inspect: show,
  roots,
  'test-keys': testKeys,
  vectors,
};

function isUsage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (command === undefined) throw new Fault(`«${name}» is none of ${Object.keys(commands).join(', ')}`);
  command(args);
} catch (error) {
  if (!(error instanceof Fault) && !isUsage(error)) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}
