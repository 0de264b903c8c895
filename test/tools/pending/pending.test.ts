/* What the terminal keeps and does not go by says so, and nothing else does: `pending` in the declarations against what
 * the firmware's code reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../../tools/apigen/load.ts';
import { project, schema } from '../apigen/build.ts';
import { type Page, readers, readIn } from './readers.ts';

const firmware = join(project, 'firmware');
const model = loadModel({ root: project, spec: join(firmware, 'api/spec'), schema });
const pages = model.pairs.map(({ name, settings }): Page => ({ name, settings: settings.map((one) => one.name) }));
const all = model.pairs.flatMap(({ name, settings }) =>
  settings.map((setting) => ({ id: `${name}.${setting.name}`, pending: setting.pending !== undefined })),
);
const read = readers(firmware, pages);

const reached = 'tries whether a connection is taken, and says nothing over it';

/* Reads after which the setting still has no effect: where, and why. */
const idle: Readonly<Record<string, readonly [file: string, why: string]>> = {
  'CommMode.password': ['core/network/links.c', 'is made there, and asked of nobody yet'],
  'CommMode.direction': ['core/network/links.c', reached],
  'CommMode.port': ['core/network/links.c', reached],
  'CommMode.serverType': ['core/network/links.c', reached],
  'CommMode.serverAddress': ['core/network/links.c', reached],
  'CommMode.serverUrl': ['core/network/links.c', reached],
  'CloudParam.on': ['core/network/links.c', reached],
  'CloudParam.server': ['core/network/links.c', reached],
  'RestParam.webhookOn': ['api/network_certificate.c', 'tells the page that nothing is sent yet'],
};

/* Settings that the console goes by, not the firmware: the file that does. */
const console_: Readonly<Record<string, string>> = { 'TimeParam.syncLocalTime': 'web/features/time/syncClock.ts' };

const hasEffect = (id: string): boolean =>
  console_[id] !== undefined || (read.get(id) ?? []).some((file) => file !== idle[id]?.[0]);

describe('a setting', () => {
  it('that nothing reads is marked as pending', () => {
    expect(all.filter(({ id, pending }) => !pending && !hasEffect(id)).map(({ id }) => id)).toEqual([]);
  });

  it('that something reads is not', () => {
    expect(all.filter(({ id, pending }) => pending && hasEffect(id)).map(({ id }) => id)).toEqual([]);
  });

  it('is excepted by a read that is there', () => {
    const stale = Object.entries(idle).filter(([id, [file]]) => !(read.get(id) ?? []).includes(file));
    expect(stale).toEqual([]);
  });

  it('of the console is read there, and not by the firmware', () => {
    for (const [id, file] of Object.entries(console_)) {
      expect(readFileSync(join(project, file), 'utf8'), id).toContain(id.split('.')[1]);
      expect(read.get(id), id).toBeUndefined();
    }
  });
});

describe('what reads a setting', () => {
  const door: Page = { name: 'DoorParam', settings: ['openTime', 'mode'] };
  const readOf = (text: string, file = 'door.c') => [...readIn(file, text, [door])];

  it('is found by its page, by a pointer, and by a parameter', () => {
    expect(readOf('int f(void)\n{\n    return settings_get(core)->values.door_param.open_time;\n}')).toEqual([
      'DoorParam.openTime',
    ]);
    expect(readOf('void g(void) {\n    const struct setting_door_param *set = x;\n    use(set->mode);\n}')).toEqual([
      'DoorParam.mode',
    ]);
    const held = 'struct facts {\n    const struct setting_door_param *set;\n};';
    expect([...readIn('door.c', 'int h(void)\n{\n    return facts->set->mode;\n}', [door], held)]).toEqual([
      'DoorParam.mode',
    ]);
    expect(readOf('int h(void)\n{\n    return facts->set->mode;\n}')).toEqual([]);
    expect(
      readOf(
        'static int h(struct core *core,\n    const struct setting_door_param *door) {\n    return door->mode == 1;\n}',
      ),
    ).toEqual(['DoorParam.mode']);
  });

  it('is none that writes, judges, stands in a comment, or belongs to something else', () => {
    expect(readOf('void f(void) {\n    struct setting_door_param set;\n    set.mode = 1;\n}')).toEqual([]);
    expect(
      readOf('int setting_check_door_param(struct setting_door_param *values) {\n    return values->mode;\n}'),
    ).toEqual([]);
    expect(readOf('int f(struct setting_door_param *values) {\n    return values->mode;\n}', 'door_checks.c')).toEqual(
      [],
    );
    expect(readOf('void f(void) {\n    /* values.door_param.mode */\n    log("values.door_param.mode");\n}')).toEqual(
      [],
    );
    expect(readOf('void f(struct wifi *set) {\n    use(set->mode);\n}')).toEqual([]);
  });
});

describe('a field of a user', () => {
  /* Where a user is judged. */
  const judging = [
    'core/door/identify.c',
    'core/time/status.c',
    'core/devices/slips.c',
    'app/terminal.c',
    'core/records/report.c',
  ].map((file) => readFileSync(join(firmware, file), 'utf8'));
  const fields = model.entities.find(({ name }) => name === 'User')?.fields ?? [];

  it('is pending as long as nothing that judges reads it', () => {
    const shift = fields.find(({ name }) => name === 'shift');
    expect(judging.some((text) => /\buser(\.|->)shift\b/.test(text))).toBe(shift?.pending === undefined);
  });

  it('is pending for the groups that are not told apart at the door', () => {
    const byRules = readdirSync(join(firmware, 'core/door'))
      .filter((file) => file.endsWith('.c'))
      .some((file) => readFileSync(join(firmware, 'core/door', file), 'utf8').includes('rules_group_at('));
    const pending = fields.find(({ name }) => name === 'group')?.pending;
    expect(pending).toEqual(byRules ? undefined : { min: 2 });
  });
});
