// The signed FIT of a slot (kernel, initramfs, and the board's device tree if the boot loader provides none), and the data
// a boot loader needs to verify it: the public key and the script, in its own device tree.

import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Board } from './boards.ts';
import { boardFolder } from './boards.ts';
import { bootScript } from './bootscript.ts';
import { sysroot } from './compile.ts';
import type { Keys } from './keys.ts';
import type { Kernel } from './modules.ts';
import { runTool } from './tools.ts';

interface Part {
  readonly node: string;
  readonly file: string;
  readonly properties: readonly string[];
}

const imageOf = ({ node, file, properties }: Part): string => `
    ${node} {
      data = /incbin/("${file}");
      arch = "arm64"; os = "linux";
      ${properties.join(' ')}
      hash { algo = "sha256"; };
    };`;

function source(parts: readonly Part[], keys: Keys): string {
  const named = parts.map(({ node }) => `${node} = "${node}";`).join(' ');
  const signed = parts.map(({ node }) => `"${node}"`).join(', ');
  return `/dts-v1/;
/ {
  description = "Postern";
  #address-cells = <1>;
  images {${parts.map(imageOf).join('')}
  };
  configurations {
    default = "c";
    c {
      ${named}
      signature { algo = "sha256,${keys.algorithm}"; key-name-hint = "${keys.name}"; sign-images = ${signed}; };
    };
  };
};
`;
}

export interface FitPlace {
  /** Folder for the parts and the FIT. */
  readonly folder: string;
  readonly epoch: number;
}

function partsOf(board: Board, kernel: Kernel, initrd: Buffer, folder: string): Part[] {
  const image = readFileSync(`${sysroot}/boot/vmlinuz-${kernel.version}`);
  writeFileSync(`${folder}/kernel.gz`, gzipSync(image, { level: 9 }));
  writeFileSync(`${folder}/initramfs.gz`, initrd);
  const { kernel: at } = board.load;
  const parts: Part[] = [
    {
      node: 'kernel',
      file: 'kernel.gz',
      properties: ['type = "kernel"; compression = "gzip";', `load = <${at}>; entry = <${at}>;`],
    },
    { node: 'ramdisk', file: 'initramfs.gz', properties: ['type = "ramdisk"; compression = "none";'] },
  ];
  if (board.kernel.dtb === undefined) return parts;
  copyFileSync(`${sysroot}/usr/lib/linux-image-${kernel.version}/${board.kernel.dtb}`, `${folder}/board.dtb`);
  return [...parts, { node: 'fdt', file: 'board.dtb', properties: ['type = "flat_dt"; compression = "none";'] }];
}

/** Makes and signs the FIT, padded to its part of the slot; returns its path. */
export function signedFit(board: Board, kernel: Kernel, initrd: Buffer, keys: Keys, place: FitPlace): string {
  const { folder, epoch } = place;
  const env = { SOURCE_DATE_EPOCH: String(epoch) };
  const its = `${folder}/slot.its`;
  const fit = `${folder}/slot.fit`;
  writeFileSync(its, source(partsOf(board, kernel, initrd, folder), keys));
  runTool('mkimage', ['-f', its, fit], env);
  runTool('mkimage', ['-F', '-k', keys.folder, '-r', fit], env);
  const size = readFileSync(fit).length;
  if (size > board.sizes.fit << 20) throw new Error(`the FIT has ${size} octets, its place ${board.sizes.fit} MiB`);
  truncateSync(fit, board.sizes.fit << 20);
  return fit;
}

/** The device tree of a verifying boot loader: the board's, with the required key and the script. */
export function controlTree(board: Board, keys: Keys, place: FitPlace): string {
  const { folder, epoch } = place;
  const env = { SOURCE_DATE_EPOCH: String(epoch) };
  const base = readFileSync(`${boardFolder}/${board.base ?? board.id}/control.dts`, 'utf8');
  const script = bootScript(board).join('; ').replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const ours = `/ { config { bootcmd = "${script}"; bootdelay = <${'(-2)'}>; }; };\n`;
  writeFileSync(`${folder}/control.dts`, `${base}\n${ours}`);
  const tree = `${folder}/control.dtb`;
  runTool('dtc', ['-q', '-p', '4096', '-I', 'dts', '-O', 'dtb', '-o', tree, `${folder}/control.dts`]);
  /* mkimage writes the key while signing: this signature is discarded. */
  const spare = `${folder}/spare.fit`;
  writeFileSync(spare, readFileSync(`${folder}/slot.fit`));
  runTool('mkimage', ['-F', '-k', keys.folder, '-K', tree, '-r', spare], env);
  return tree;
}

/** The script in the format of U-Boot's `source`, for a boot partition. */
export function scriptImage(board: Board, place: FitPlace): string {
  const file = `${place.folder}/boot.scr`;
  writeFileSync(`${place.folder}/boot.cmd`, `${bootScript(board).join('\n')}\n`);
  const env = { SOURCE_DATE_EPOCH: String(place.epoch) };
  runTool('mkimage', ['-A', 'arm64', '-T', 'script', '-C', 'none', '-d', `${place.folder}/boot.cmd`, file], env);
  return file;
}
