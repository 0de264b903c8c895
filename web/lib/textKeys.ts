/** Front-coded keys of the texts: each key without the prefix that it shares with the previous one. They are a sixth
 * smaller than the keys themselves. Pure, and used by the build as well. */

/** Longest shared prefix: its length has one digit. */
const MOST = 35;

/** One line per key: length of the shared prefix (in base 36), and the rest. */
export function packKeys(keys: readonly string[]): string {
  let before = '';
  const lines = keys.map((key) => {
    let same = 0;
    while (same < Math.min(MOST, before.length, key.length) && before[same] === key[same]) same++;
    before = key;
    return same.toString(MOST + 1) + key.slice(same);
  });
  return lines.join('\n');
}

export function unpackKeys(packed: string): readonly string[] {
  if (packed === '') return [];
  let key = '';
  return packed.split('\n').map((line) => {
    key = key.slice(0, Number.parseInt(line[0] ?? '0', MOST + 1)) + line.slice(1);
    return key;
  });
}
