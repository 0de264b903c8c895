// A disposable PKI for tests and for terminals under development. Every subject is marked as such.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testOrganisation } from './certificates.ts';
import { Fault } from './fault.ts';
import { openssl, withFolder } from './openssl.ts';

export type KeyType = 'ec' | 'rsa';

interface Times {
  readonly from: string;
  readonly to: string;
}

/** Valid for any clock of a terminal under test. */
const always: Times = { from: '20200101000000Z', to: '20491231235959Z' };
const over: Times = { from: '20200101000000Z', to: '20210101000000Z' };
const later: Times = { from: '20480101000000Z', to: '20491231235959Z' };

const rootUses = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
const betweenUses = ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=critical,keyCertSign'];
const signerUses = [
  'basicConstraints=critical,CA:FALSE',
  'keyUsage=critical,digitalSignature',
  'extendedKeyUsage=critical,codeSigning',
];
const identifiers = ['subjectKeyIdentifier=hash', 'authorityKeyIdentifier=keyid:always'];

interface Wanted {
  readonly name: string;
  readonly subject: string;
  readonly type: KeyType;
  readonly uses: readonly string[];
  readonly times?: Times;
  /** Name of the issuer; default: self-signed. */
  readonly by?: string;
}

const wanted: readonly Wanted[] = [
  { name: 'root-1', subject: 'Postern test root 1', type: 'ec', uses: rootUses },
  { name: 'root-2', subject: 'Postern test root 2', type: 'ec', uses: rootUses },
  { name: 'signer-ec', subject: 'Postern test signer (ECDSA)', type: 'ec', uses: signerUses, by: 'root-1' },
  { name: 'signer-rsa', subject: 'Postern test signer (RSA)', type: 'rsa', uses: signerUses, by: 'root-1' },
  { name: 'signer-2', subject: 'Postern test signer of root 2', type: 'ec', uses: signerUses, by: 'root-2' },
  { name: 'between', subject: 'Postern test intermediate', type: 'ec', uses: betweenUses, by: 'root-1' },
  {
    name: 'signer-between',
    subject: 'Postern test signer by intermediate',
    type: 'ec',
    uses: signerUses,
    by: 'between',
  },
  { name: 'expired', subject: 'Postern test expired', type: 'ec', uses: signerUses, times: over, by: 'root-1' },
  { name: 'future', subject: 'Postern test future', type: 'ec', uses: signerUses, times: later, by: 'root-1' },
  { name: 'below-signer', subject: 'Postern test below signer', type: 'ec', uses: signerUses, by: 'signer-ec' },
  { name: 'not-code', subject: 'Postern test server', type: 'ec', uses: signerUses.slice(0, 2), by: 'root-1' },
  { name: 'stranger-root', subject: 'Postern test stranger root', type: 'ec', uses: rootUses },
  { name: 'stranger', subject: 'Postern test stranger', type: 'ec', uses: signerUses, by: 'stranger-root' },
];

const keyOptions: Readonly<Record<KeyType, readonly string[]>> = {
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072'],
};

/** `openssl ca`, the only command of OpenSSL 3.0 that sets both times of a certificate. */
function issue(out: string, { name, subject, uses, times = always, by }: Wanted): void {
  withFolder((folder) => {
    const file = (suffix: string, content: string): string => {
      writeFileSync(join(folder, suffix), content);
      return join(folder, suffix);
    };
    const database = file('database', '');
    const config = [
      '[ca]\ndefault_ca=own',
      `[own]\ndatabase=${database}\nnew_certs_dir=${folder}\nrand_serial=yes\ndefault_md=sha256\npolicy=any`,
      '[any]\norganizationName=supplied\ncommonName=supplied',
      `[uses]\n${[...uses, ...identifiers].join('\n')}`,
      '[req]\ndistinguished_name=names\n[names]\n',
    ];
    const conf = file('ca.cnf', config.join('\n'));
    const key = join(out, `${name}.key`);
    const request = join(folder, 'request');
    const names = ['-subj', `/O=${testOrganisation}/CN=${subject}`];
    openssl(`request of ${name}`, ['req', '-new', '-config', conf, '-key', key, ...names, '-out', request]);
    const issuer = by ?? name;
    const signing = ['-keyfile', join(out, `${issuer}.key`)];
    if (by === undefined) signing.push('-selfsign');
    else signing.push('-cert', join(out, `${by}.pem`));
    const lifetime = ['-startdate', times.from, '-enddate', times.to, '-extensions', 'uses'];
    const form = ['ca', '-batch', '-notext', '-config', conf, '-in', request, '-out', join(out, `${name}.pem`)];
    openssl(`certificate of ${name}`, [...form, ...signing, ...lifetime]);
  });
}

/** Writes NAME.key and NAME.pem for each, NAME.chain.pem if there are intermediates, and both roots. */
export function makeTestKeys(out: string): string[] {
  if (existsSync(join(out, 'roots.pem'))) throw new Fault(`--out: ${out} holds keys already`);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  for (const one of wanted) {
    const key = join(out, `${one.name}.key`);
    const made = openssl(`key of ${one.name}`, ['genpkey', ...keyOptions[one.type]]);
    writeFileSync(key, made, { mode: 0o600 });
    issue(out, one);
  }
  const together = (file: string, names: readonly string[]): void =>
    writeFileSync(join(out, file), names.map((name) => readFileSync(join(out, `${name}.pem`), 'utf8')).join(''));
  together('signer-between.chain.pem', ['signer-between', 'between']);
  together('below-signer.chain.pem', ['below-signer', 'signer-ec']);
  together('roots.pem', ['root-1', 'root-2']);
  return wanted.map(({ name }) => name);
}
