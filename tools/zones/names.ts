/* The names of the zones of today: those that a person may choose from, and the links by which a browser may know them. */

export interface Name {
  name: string;
  /** What it is called today: itself, or where its link leads. */
  canonical: string;
  /** A person is offered it: it is in zone.tab, which has each country at least once. */
  isOffered: boolean;
}

/* A place is in a region. "UTC", "Etc/GMT+3" and "EST5EDT" are none: an offset and a rule say the same. */
const isPlace = (name: string): boolean => name.includes('/') && !/^(Etc|SystemV|US|posix|right)\//.test(name);

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));

/** `zone.tab`: country, coordinates, name. */
export function offeredNames(table: string): Set<string> {
  return new Set(linesOf(table).flatMap(([, , name]) => (name === undefined ? [] : [name])));
}

/** All names of `tzdata.zi` (zic.8: "Z name …" and "L target name"), in the order of their bytes. */
export function namesOf(source: string, offered: ReadonlySet<string>): Name[] {
  const links = new Map<string, string>();
  const names = new Set(offered);
  for (const [kind, first, second] of linesOf(source)) {
    if (kind === 'Z' && first !== undefined) {
      names.add(first);
    } else if (kind === 'L' && first !== undefined && second !== undefined) {
      links.set(second, first);
      names.add(second);
    }
  }
  const canonicalOf = (name: string): string => {
    let at = name;
    for (let next = links.get(at); next !== undefined && !offered.has(at); next = links.get(at)) {
      at = next;
    }
    return at;
  };
  const known = [...names].filter(isPlace).sort();
  return known
    .map((name) => ({ name, canonical: canonicalOf(name), isOffered: offered.has(name) }))
    .filter(({ canonical }) => names.has(canonical) && isPlace(canonical));
}

/** "2025b", of the first line. */
export function versionOf(source: string): string {
  const version = /^# version (\d{4}[a-z]+)$/m.exec(source)?.[1];
  if (version === undefined) {
    throw new Error('tzdata.zi has no version');
  }
  return version;
}
