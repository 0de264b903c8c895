// Locations of the .deb files of the lock: the pools of this machine's mirrors, where a version stays for some days after
// the index has a newer one, and Debian's archive of all versions.

import { spawnSync } from 'node:child_process';
import type { Locked } from './lock.ts';

/** Base addresses of Debian's archive, of its security updates and of snapshot.debian.org. */
export interface Bases {
  readonly archive: string;
  readonly security: string | undefined;
  readonly snapshot: string;
}

/** apt's own downloader: it uses the machine's proxy and compares the hash. */
const helper = '/usr/lib/apt/apt-helper';
const settings = ['APT::Sandbox::User=root', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'];

/** Folder of a source package in a pool: main/libp/libpng1.6, main/l/linux. */
const folderOf = (source: string): string =>
  `main/${source.startsWith('lib') ? source.slice(0, 4) : source.slice(0, 1)}/${source}`;

/** Name of the file in a pool, for a version without an epoch. */
const fileOf = ({ name, version, arch }: Locked): string => `${name}_${version.replace(/^\d+:/, '')}_${arch}.deb`;

/** URLs of a package, nearest first. A security update is in its own archive until the next Debian release. */
export function addressesOf(entry: Locked, bases: Bases): string[] {
  const path = `${folderOf(entry.source)}/${fileOf(entry)}`;
  return [
    `${bases.archive}/pool/${path}`,
    ...(bases.security === undefined ? [] : [`${bases.security}/pool/updates/${path}`]),
    `${bases.snapshot}/file/${entry.sha1}`,
  ];
}

export interface Wanted {
  readonly addresses: readonly string[];
  readonly file: string;
  readonly sha256: string;
}

/** Fetches files, each from the first URL that has it; returns the messages for files that none has. */
export function download(wanted: readonly Wanted[], whole: (one: Wanted) => boolean): string {
  const most = Math.max(0, ...wanted.map(({ addresses }) => addresses.length));
  let said = '';
  for (let at = 0; at < most; at++) {
    const left = wanted.filter((one) => !whole(one) && one.addresses[at] !== undefined);
    if (left.length === 0) continue;
    const files = left.flatMap(({ addresses, file, sha256 }) => [addresses[at] ?? '', file, `SHA256:${sha256}`]);
    const ran = spawnSync(helper, ['-q', ...settings.flatMap((one) => ['-o', one]), 'download-file', ...files]);
    if (ran.error !== undefined) throw new Error(`${helper} cannot be started: ${ran.error.message}`);
    said += ran.stderr.toString();
  }
  return said;
}
