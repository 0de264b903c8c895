import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCpio } from '../../../tools/release/cpio.ts';
import { rootPath } from '../../harness/paths.ts';
import { folder, release } from './command.ts';

let place: ReturnType<typeof folder>;
const key = (name: string): string => place.file(`keys/${name}`);

beforeAll(() => {
  place = folder();
  expect(release(['test-keys', '--out', place.file('keys')])).toMatchObject({ status: 0, error: '' });
  writeFileSync(place.file('payload'), 'a system '.repeat(1000));
  writeFileSync(place.file('notes'), 'Doors open sooner.\n');
});

afterAll(() => place[Symbol.dispose]());

function options(change: Readonly<Record<string, string | undefined>> = {}): string[] {
  const all: Readonly<Record<string, string | undefined>> = {
    payload: place.file('payload'),
    board: 'laptop',
    version: '1.2.0',
    counter: '3',
    schema: '31',
    'build-id': '0123abcd',
    brand: 'postern',
    built: '1767225600',
    notes: place.file('notes'),
    slots: 'a=/x/a,b=/x/b',
    key: key('signer-rsa.key'),
    cert: key('signer-rsa.pem'),
    out: place.file('out.swu'),
    ...change,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return ['bundle', ...given.flatMap(([name, value]) => [`--${name}`, value])];
}

describe('bundle', () => {
  it('makes what inspect finds whole, and says in a line what', () => {
    const made = release(options());
    expect(made).toMatchObject({ status: 0, error: '' });
    expect(made.out).toMatch(/out\.swu: Postern 1\.2\.0 for laptop, counter 3, \d+ octets\n/);
    const seen = release(['inspect', place.file('out.swu'), '--roots', key('roots.pem')]);
    expect(seen).toMatchObject({ status: 0, error: '' });
    expect(seen.out).toMatch(/^version +1\.2\.0$/m);
    expect(seen.out).toMatch(/^signer +«Postern test signer \(RSA\)», RSA-3072, a test key$/m);
    expect(seen.out).toMatch(/^signature +holds$/m);
    expect(seen.out).toMatch(/^notes +Doors open sooner\.$/m);
  });

  it('is the same octets each time with RSA', () => {
    const [first, second] = [place.file('first.swu'), place.file('second.swu')];
    for (const out of [first, second]) expect(release(options({ out }))).toMatchObject({ status: 0 });
    expect(readFileSync(first)).toEqual(readFileSync(second));
  });

  it('differs in the signature alone with ECDSA', () => {
    const [first, second] = [place.file('first.swu'), place.file('second.swu')];
    const ec = { key: key('signer-ec.key'), cert: key('signer-ec.pem') };
    for (const out of [first, second]) expect(release(options({ ...ec, out }))).toMatchObject({ status: 0 });
    const [one, two] = [first, second].map((path) => readCpio(readFileSync(path)));
    expect(one?.[0]?.data).toEqual(two?.[0]?.data);
    expect(one?.[1]?.data).not.toEqual(two?.[1]?.data);
    expect(one?.[2]?.data).toEqual(two?.[2]?.data);
  });

  it('takes intermediates along', () => {
    const chain = { key: key('signer-between.key'), cert: key('signer-between.chain.pem') };
    expect(release(options(chain))).toMatchObject({ status: 0, error: '' });
    expect(release(['inspect', place.file('out.swu'), '--roots', key('roots.pem')])).toMatchObject({ status: 0 });
  });

  const refused: [string, () => Readonly<Record<string, string | undefined>>, RegExp][] = [
    ['nothing to pack', () => ({ payload: undefined, board: undefined }), /missing: --payload, --board/],
    ['a payload that is not there', () => ({ payload: '/nowhere' }), /--payload: \/nowhere cannot be read \(ENOENT\)/],
    ['an empty payload', () => ({ payload: '/dev/null' }), /--payload: \/dev\/null is empty/],
    ['a bad fact', () => ({ counter: 'three' }), /--counter is a whole number/],
    ['notes that are no text', () => ({ notes: place.file('latin1') }), /--notes: .*latin1 is no text in UTF-8/],
    ['a key that is not there', () => ({ key: '/nowhere' }), /--key: there is no \/nowhere/],
    ['a key that is none', () => ({ key: place.file('notes') }), /--key .*notes does not sign/],
    ['the key of somebody else', () => ({ key: key('signer-ec.key') }), /--key .*signer-ec\.key does not sign/],
    ['a certificate that is none', () => ({ cert: place.file('notes') }), /--cert holds no certificate in PEM/],
    [
      'a root as signer',
      () => ({ cert: key('root-1.pem'), key: key('root-1.key') }),
      /--cert: .*root 1.*not for signing/,
    ],
    [
      'a signer not for code',
      () => ({ cert: key('not-code.pem'), key: key('not-code.key') }),
      /is not for signing code/,
    ],
    [
      'an expired signer',
      () => ({ cert: key('expired.pem'), key: key('expired.key') }),
      /--cert: .*expired.*is valid from/,
    ],
    ['a chain that does not hang together', () => ({ cert: place.file('mixed.pem') }), /root 2.*has not issued/],
    ['a chain with its root', () => ({ cert: place.file('rooted.pem') }), /holds a root/],
    ['a chain that is too long', () => ({ cert: place.file('long.pem') }), /--cert holds over 4 certificates/],
    ['a token without its library', () => ({ key: 'pkcs11:token=x' }), /--module has to name its library/],
    [
      'a place that cannot be written',
      () => ({ out: '/nowhere/out.swu' }),
      /--out: \/nowhere\/out\.swu cannot be written/,
    ],
    ['an option that there is not', () => ({ colour: 'red' }), /--colour/],
  ];

  it.each(refused)('refuses %s', (_, change, words) => {
    const text = (name: string): string => readFileSync(key(`${name}.pem`), 'utf8');
    writeFileSync(place.file('latin1'), Buffer.from('caf\u00e9', 'latin1'));
    writeFileSync(place.file('mixed.pem'), text('signer-rsa') + text('root-2'));
    writeFileSync(place.file('long.pem'), text('signer-rsa').repeat(5));
    writeFileSync(place.file('rooted.pem'), text('signer-rsa') + text('root-1'));
    const out = place.file('refused.swu');
    const ran = release(options({ out, ...change() }));
    expect(ran.error).toMatch(words);
    expect(ran).toMatchObject({ status: 1, out: '' });
    expect(ran.error).not.toContain('    at ');
    expect(existsSync(out)).toBe(false);
  });

  it('takes keys for a release that are made as docs/release.md says', () => {
    const [block = ''] =
      readFileSync(rootPath('docs/release.md'), 'utf8').match(/(?<=```\n)openssl genpkey[^`]+/) ?? [];
    const main = rootPath('tools/release/main.ts');
    const lines = block.replaceAll('npx node tools/release/main.ts', `${process.execPath} ${main}`);
    const likewise = ['root-2', 'signer'].map(
      (name) => `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ${name}.key`,
    );
    const second = "openssl req -x509 -new -key root-2.key -days 9125 -subj '/O=Maker/CN=Maker root 2' -out root-2.pem";
    const script = [...likewise, second, lines].join('\n');
    using maker = folder();
    const ran = spawnSync('bash', ['-e', '-c', script], { cwd: maker.path, encoding: 'utf8' });
    expect(ran.stderr).not.toMatch(/release:/);
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringMatching(/^«Maker root 1», .*\n«Maker root 2», /) });
    const out = maker.file('release.swu');
    const signing = { key: maker.file('signer.key'), cert: maker.file('signer.pem'), out };
    expect(release([...options(signing), '--release'])).toMatchObject({ status: 0, error: '' });
    expect(release(['inspect', out, '--roots', maker.file('roots.pem')])).toMatchObject({ status: 0, error: '' });
  });

  it('refuses test keys for a release', () => {
    const ran = release([...options(), '--release']);
    expect(ran.status).toBe(1);
    expect(ran.error).toContain('«Postern test signer (RSA)» is a test key (Postern TEST), which --release refuses');
  });
});

describe('roots', () => {
  it('takes two, and says which', () => {
    const ran = release(['roots', key('roots.pem')]);
    expect(ran).toMatchObject({ status: 0, error: '' });
    expect(ran.out).toMatch(/«Postern test root 1», ECDSA P-256, until .*\n«Postern test root 2»/);
  });

  it('refuses three, what is no root, and test keys for a release', () => {
    const text = (name: string): string => readFileSync(key(`${name}.pem`), 'utf8');
    writeFileSync(place.file('three.pem'), text('root-1') + text('root-2') + text('stranger-root'));
    expect(release(['roots', place.file('three.pem')]).error).toContain('holds 3 roots; a terminal takes 2');
    expect(release(['roots', key('signer-ec.pem')]).error).toContain('is no root');
    expect(release(['roots', key('between.pem')]).error).toContain('is no root');
    const ran = release(['roots', key('roots.pem'), '--release']);
    expect(ran).toMatchObject({ status: 1, out: '' });
    expect(ran.error).toContain('«Postern test root 1» is a test key');
  });
});

describe('test-keys', () => {
  it('keeps keys to their owner, and does not write over any', () => {
    const keys = readdirSync(key('.')).filter((name) => name.endsWith('.key'));
    expect(keys.length).toBeGreaterThan(8);
    for (const name of keys) expect(statSync(key(name)).mode & 0o777).toBe(0o600);
    const before = readFileSync(key('root-1.key'), 'utf8');
    expect(release(['test-keys', '--out', key('.')]).error).toContain('holds keys already');
    expect(readFileSync(key('root-1.key'), 'utf8')).toBe(before);
  });
});

describe('the command', () => {
  it('names its commands to who asks for another', () => {
    expect(release(['sign']).error).toBe('release: «sign» is none of bundle, inspect, roots, test-keys, vectors\n');
  });
});
