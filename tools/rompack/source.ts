// Writes packed assets as C: one constant per reply, and the sorted table documented in firmware/http/rom.h.

import { type Asset, PackError, shellPath, type Variant } from './assets.ts';

const perLine = 96;

/** Bytes as string literals, several lines. An octal escape has three digits, so that a following digit is not part of it. */
export function literal(octets: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < octets.length; at += perLine) {
    let text = '';
    for (const octet of octets.subarray(at, at + perLine)) {
      const char = String.fromCharCode(octet);
      // A question mark could start a trigraph.
      if (octet < 0x20 || octet > 0x7e || char === '"' || char === '\\' || char === '?') {
        text += `\\${octet.toString(8).padStart(3, '0')}`;
      } else text += char;
    }
    lines.push(`    "${text}"`);
  }
  return lines.length === 0 ? '    ""' : lines.join('\n');
}

/** A C initializer of struct rom_variant, and the definitions it refers to. */
function variantSource(name: string, variant: Variant | undefined): { definitions: string; initialiser: string } {
  if (variant === undefined) return { definitions: '', initialiser: '{0}' };
  const { reply, notModified, headLength, etag } = variant;
  return {
    definitions:
      `static const char ${name}[${reply.length + 1}] =\n${literal(reply)};\n` +
      `static const char ${name}_304[${notModified.length + 1}] =\n${literal(notModified)};\n`,
    initialiser:
      `{.reply = ${name}, .reply_len = ${reply.length}, .head_len = ${headLength}, .not_modified = ${name}_304, ` +
      `.not_modified_len = ${notModified.length}, .etag = ${JSON.stringify(etag)}, .etag_len = ${etag.length}}`,
  };
}

/** The C source of the whole ROM. `assets` are sorted by path. */
export function romSource(assets: readonly Asset[]): string {
  const shell = assets.findIndex((asset) => asset.path === shellPath);
  if (shell < 0) throw new PackError('there is no index.html');
  const rows: string[] = [];
  let definitions = '';
  for (const [index, asset] of assets.entries()) {
    const gzip = variantSource(`asset_${index}`, asset.gzip);
    const identity = variantSource(`asset_${index}_identity`, asset.identity);
    definitions += `\n/* ${asset.path} */\n${gzip.definitions}${identity.definitions}`;
    rows.push(
      `    {.path = ${JSON.stringify(asset.path)},\n     .path_len = ${asset.path.length},\n` +
        `     .gzip = ${gzip.initialiser},\n     .identity = ${identity.initialiser}},`,
    );
  }
  return (
    '/* Written by tools/rompack; do not edit. */\n#include "http/rom.h"\n' +
    definitions +
    `\nconst struct rom_asset rom_assets[] = {\n${rows.join('\n')}\n};\n` +
    `const size_t rom_asset_count = ${assets.length};\n` +
    `const struct rom_asset *const rom_shell = &rom_assets[${shell}];\n`
  );
}
