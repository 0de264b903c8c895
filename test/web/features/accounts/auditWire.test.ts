/** Whatever the firmware writes into the audit log has words in the console: read off its sources, so that nothing is forgotten. */
import type { AuditEntry } from '@gen/accounts.ts';
import { beforeAll, expect, it } from 'vitest';
import { differences, objectText } from '../../../../web/features/accounts/audit/auditWords.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

/* In English a word may be the terminal's own. */
beforeAll(() => activateLanguage('es'));

interface Files {
  readdirSync: (folder: string, options: { recursive: true; encoding: 'utf8' }) => string[];
  readFileSync: (path: string, encoding: 'utf8') => string;
}

/* The console itself has no Node, and its tests no types of it. */
const { readdirSync, readFileSync } = (await import('node:fs' as string)) as Files;

/** The sources that add entries. */
const sources = readdirSync('firmware/core', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.c'))
  .map((name) => readFileSync(`firmware/core/${name}`, 'utf8'))
  .filter((text) => /\baudit_(?:add|change)/.test(text));

const found = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, one = '']) => one))),
];

it('every object', () => {
  const objects = [
    ...found(/\.object = "([^"]+)"/g),
    ...found(/#define \w*OBJECT "([^"]+)"/g),
    ...found(
      /(?:printf\((?:&object|object, sizeof\(object\)), |engineer_note\(core, by, |log_names, |names, )"([^"%]+)/g,
    ),
  ];
  expect(objects.length).toBeGreaterThan(30);
  const raw = objects.filter((object) => object.trim() === objectText(object));
  expect(raw).toEqual([]);
});

it('every field of what was before and after', () => {
  const keys = [...new Set([...found(/\\"(\w+)\\":/g), ...found(/json_out_key\([^,]+, "(\w+)"\)/g)])];
  expect(keys.length).toBeGreaterThan(40);
  const labelOf = (object: string, key: string) =>
    differences({ object, before: '', after: JSON.stringify({ [key]: 'x' }), cut: false } as AuditEntry)[0]?.label;
  const raw = keys.filter((key) => labelOf('thing', key) === key && labelOf('users', key) === key);
  expect(raw).toEqual([]);
});
