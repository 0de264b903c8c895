// The rooms of the TypeScript sources: the files mutated in each, and their unit tests.

import { roomOf as nameOf } from '../rooms.ts';

export interface Room {
  readonly name: string;
  /** Folders or files of the unit tests, relative to the root. */
  readonly tests: readonly string[];
  /** Tests of tools start programs in separate processes: the lines these execute are unknown, so each mutant runs all tests of its room. */
  readonly startsPrograms: boolean;
}

/** Tools without unit tests: other suites use them (api, image, e2e), so every mutant would survive. */
const toolsOfOtherSuites = ['machine', 'screenshots', 'seed', 'setup'];

/** Files that only connect other files, or contain only data. */
const wiring = /(^|\/)(main|texts)\.tsx?$|\.d\.ts$|^tools\/panel\/page\/|^tools\/mutate\/ts\/plugin\.ts$/;

/** Tests outside the folder of the same name. */
const moreTests: Readonly<Record<string, readonly string[]>> = {
  'web/lib': ['test/web/lib-api', 'test/web/lib-form', 'test/web/lib-settings', 'test/web/cases.test.ts'],
  'tools/apigen': ['test/tools/rules'],
};

/** The room of a mutated file; undefined for all other files. */
export function roomNameOf(path: string): string | undefined {
  if (!/\.tsx?$/.test(path) || wiring.test(path)) return undefined;
  const name = nameOf(path);
  if (
    !/^(web\/(lib|ui|app)|web\/features\/[^/]+|tools\/[^/]+)$/.test(name) ||
    toolsOfOtherSuites.some((tool) => name === `tools/${tool}`)
  )
    return undefined;
  return name;
}

export function roomOf(name: string): Room {
  return {
    name,
    tests: [`test/${name}`, ...(moreTests[name] ?? [])],
    startsPrograms: name.startsWith('tools/'),
  };
}

/** Files by room, rooms and files in order of appearance. */
export function byRoom(paths: readonly string[]): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  for (const path of paths) {
    const name = roomNameOf(path);
    if (name !== undefined) rooms.set(name, [...(rooms.get(name) ?? []), path]);
  }
  return rooms;
}
