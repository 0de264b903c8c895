// apt with a state of its own for one architecture of one Debian release, from the mirrors of this machine. The
// machine's own packages and sources are neither read nor changed, and no root privileges are needed.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from './run.ts';

const keyring = ['/usr/share/keyrings/debian-archive-keyring.pgp', '/usr/share/keyrings/debian-archive-keyring.gpg'];

/** Base addresses of the machine's Debian mirrors: the archive's and that of the security updates. */
export function mirrors(): { readonly archive: string; readonly security: string | undefined } {
  const listed = run('apt-get', ['indextargets', '--format', '$(ORIGIN)|$(REPO_URI)', 'Identifier: Packages'])
    .split('\n')
    .map((line) => line.split('|'))
    .filter(([origin]) => origin === 'Debian')
    .map(([, uri]) => (uri ?? '').replace(/\/$/, ''));
  const archive = listed.find((uri) => !/security/.test(uri));
  if (archive === undefined) throw new Error('this machine has no Debian mirror among its package sources');
  return { archive, security: listed.find((uri) => /security/.test(uri)) };
}

function sources(release: string): string {
  const { archive, security } = mirrors();
  const key = keyring.find((path) => existsSync(path));
  const by = key === undefined ? '' : `[signed-by=${key}] `;
  return [
    `deb ${by}${archive} ${release} main`,
    `deb ${by}${archive} ${release}-updates main`,
    ...(security === undefined ? [] : [`deb ${by}${security} ${release}-security main`]),
    '',
  ].join('\n');
}

export class Apt {
  readonly #options: readonly string[];

  constructor(release: string, arch: string, folder: string) {
    const at = resolve(folder, `apt-${release}-${arch}`);
    mkdirSync(`${at}/lists/partial`, { recursive: true });
    mkdirSync(`${at}/cache/archives/partial`, { recursive: true });
    writeFileSync(`${at}/status`, '');
    writeFileSync(`${at}/sources.list`, sources(release));
    const set: Readonly<Record<string, string>> = {
      'APT::Architecture': arch,
      'APT::Architectures': arch,
      'Dir::Etc::SourceList': `${at}/sources.list`,
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::Etc::Preferences': '/dev/null',
      'Dir::Etc::PreferencesParts': '/dev/null',
      'Dir::State': at,
      'Dir::State::Lists': `${at}/lists`,
      'Dir::State::status': `${at}/status`,
      'Dir::Cache': `${at}/cache`,
      'APT::Sandbox::User': 'root',
      'APT::Update::Post-Invoke-Success::': '',
      'Acquire::Languages': 'none',
      'Acquire::Retries': '3',
    };
    this.#options = Object.entries(set).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  }

  update(): void {
    run('apt-get', [...this.#options, '-q', 'update']);
  }

  /** Names of the dependencies of these packages, including themselves, on an empty machine. */
  closure(names: readonly string[]): string[] {
    const plan = run('apt-get', [...this.#options, '-s', '--no-install-recommends', 'install', ...names]);
    return [...plan.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]?.replace(/:.*/, '') ?? '');
  }

  /** The real package behind a meta package such as linux-image-arm64. */
  standsFor(name: string): string {
    const needs = run('apt-cache', [...this.#options, 'depends', name]);
    const first = /Depends: (\S+)/.exec(needs)?.[1];
    if (first === undefined) throw new Error(`${name} depends on nothing`);
    return first;
  }

  /** Downloads the .deb of `name` or `name=version` into a folder. */
  download(names: readonly string[], folder: string): void {
    mkdirSync(folder, { recursive: true });
    run('apt-get', [...this.#options, '-q', 'download', ...names], { cwd: folder });
  }
}
