/* Pairs: derives the two calls from a page of settings. */

import type { Context } from './context.ts';
import { longestObject } from './examples.ts';
import { resolveFields, resolveSettings } from './fields.ts';
import { type ParsedFile, pointerTo } from './json.ts';
import {
  accessEnum,
  type Call,
  type ErrorEntry,
  type Field,
  type Pair,
  pageAudit,
  refusedError,
  type Setting,
  type TypeEntry,
  unfittedError,
  writeErrors,
} from './model.ts';
import { hasName, lowerFirst, snakeCase } from './names.ts';
import type { Place } from './problem.ts';
import type { CallsFile, RawPair } from './raw.ts';

/** Confirmation codes and addresses: SETTINGS_CODE_MAX and SETTINGS_URL_MAX of core/settings/settings.h, without the NUL. */
const codeMax = 43;
const urlMax = 255;

export function resolvePairs(parsed: ParsedFile, raw: CallsFile, context: Context): Pair[] {
  return Object.entries(raw.pairs ?? {}).map(([name, pair]) =>
    new PairReader(parsed, raw.group, name, context).read(pair),
  );
}

class PairReader {
  readonly #parsed: ParsedFile;
  readonly #group: string;
  readonly #name: string;
  readonly #context: Context;
  readonly #at: Place;

  constructor(parsed: ParsedFile, group: string, name: string, context: Context) {
    this.#parsed = parsed;
    this.#group = group;
    this.#name = name;
    this.#context = context;
    this.#at = { file: parsed.file, line: parsed.lineOf(['pairs', name].reduce<string>(pointerTo, '')) };
  }

  read(raw: RawPair): Pair {
    const path = ['pairs', this.#name];
    const settings = resolveSettings(
      this.#parsed,
      [...path, 'settings'],
      raw.settings,
      raw.devices ?? [],
      this.#context,
    );
    const act = resolveFields(this.#parsed, [...path, 'act'], raw.act ?? {}, this.#context).map(
      (field): Field => ({ ...field, optional: true }),
    );
    const asked = raw.sure === undefined ? {} : { sure: raw.sure };
    const sure = resolveFields(this.#parsed, path, asked, this.#context).map(
      (field): Field => ({ ...field, optional: true }),
    );
    const state = this.#state(raw.state);
    this.#checkNames(settings, [...act, ...sure]);
    if (!this.#context.enums.get(accessEnum)?.values.includes(raw.group)) {
      this.#report(`the enum ${accessEnum} has no group '${raw.group}'`);
    }
    return {
      name: this.#name,
      group: this.#group,
      summary: raw.summary,
      access: raw.group,
      provisional: raw.provisional ?? false,
      check: raw.check ?? false,
      settings,
      act,
      sure,
      ...(state === undefined ? {} : { state }),
      read: this.#readCall(raw, settings, state),
      write: this.#writeCall(raw, settings, [...act, ...sure]),
      at: this.#at,
    };
  }

  #report(text: string): void {
    this.#context.report(this.#at, `pair '${this.#name}': ${text}`);
  }

  #state(name: string | undefined): TypeEntry | undefined {
    const type = name === undefined ? undefined : this.#context.types.get(name);
    if (name !== undefined && type === undefined) {
      this.#report(`there is no type '${name}'`);
    }
    return type;
  }

  #checkNames(settings: readonly Setting[], act: readonly Field[]): void {
    const taken = new Set(['state', 'revision', 'values', 'given']); /* the last two stand in the request's struct */
    for (const { name, secret } of [...settings, ...act]) {
      for (const one of secret ? [name, hasName(name)] : [name]) {
        if (taken.has(snakeCase(one))) {
          this.#report(`the name '${one}' is taken`);
        }
        taken.add(snakeCase(one));
      }
    }
    if (settings.length + act.length > 63) {
      this.#report('more than 63 fields'); /* the decoder has a bit for each, and the revision has one */
    }
  }

  #field(name: string, shape: Field['shape'], summary: string, optional = false): Field {
    return { name, shape, summary, optional, secret: false, at: this.#at };
  }

  #number(name: string, summary: string, optional = false): Field {
    return this.#field(name, { type: 'int', int: 'uint32', min: 0, max: 0xffffffff }, summary, optional);
  }

  #text(name: string, max: number, summary: string): Field {
    return this.#field(name, { type: 'string', min: 0, max, allowEmpty: false }, summary);
  }

  #call(
    change: Partial<Call> & Pick<Call, 'name' | 'method' | 'summary'>,
    right: 'read' | 'write',
    raw: RawPair,
  ): Call {
    return {
      group: this.#group,
      path: `/goform/${change.name}`,
      access: { kind: right, group: raw.group },
      firstPassword: false,
      freshPassword: false,
      thread: 'loop',
      maxBody: 0,
      inQuery: change.method === 'GET',
      jsonString: false,
      request: [],
      isFile: false,
      takes: 'json',
      devices: [],
      reply: [],
      errors: [],
      at: this.#at,
      ...change,
    };
  }

  #readCall(raw: RawPair, settings: readonly Setting[], state: TypeEntry | undefined): Call {
    const values = settings.map((setting): Field => {
      const { name, shape, summary, pending, at } = setting;
      const plain = { name, shape, summary, optional: false, secret: false, at };
      return setting.secret
        ? this.#field(hasName(name), { type: 'bool' }, `One is stored: ${lowerFirst(summary)}`)
        : { ...plain, ...(pending === undefined ? {} : { pending }) };
    });
    const stateField =
      state === undefined ? [] : [this.#field('state', { type: 'object', of: state }, 'What is so now')];
    const revision = this.#number('revision', 'Revision of these settings, for the write');
    const change = {
      name: `Set${this.#name}`,
      method: 'GET',
      summary: `Reads: ${lowerFirst(raw.summary)}`,
      isFile: false,
      takes: 'json',
      reply: [...values, revision, ...stateField],
    } as const;
    return this.#call(change, 'read', raw);
  }

  #writeCall(raw: RawPair, settings: readonly Setting[], act: readonly Field[]): Call {
    const fields = settings.map(({ default: _, ...field }): Field => field);
    const revision = this.#number(
      'revision',
      'Revision that was read; if it is another one now, 12020 is answered',
      true,
    );
    const request = [...fields, ...act, revision];
    const change = {
      name: `Get${this.#name}`,
      method: 'POST',
      summary: `Writes what is given: ${lowerFirst(raw.summary)}`,
      audit: pageAudit,
      thread: 'worker',
      maxBody: Math.ceil(longestObject(request) / 1024) * 1024,
      request,
      uses: {
        kind: 'page',
        name: this.#name,
        group: this.#group,
        summary: raw.summary,
        fields: settings,
        at: this.#at,
      },
      isFile: false,
      takes: 'json',
      reply: [
        this.#number('revision', 'Revision now'),
        this.#field(
          'changed',
          {
            type: 'array',
            of: { type: 'string', min: 1, max: 40, allowEmpty: false },
            minItems: 0,
            maxItems: Math.max(1, settings.length),
          },
          'Names of the settings that changed',
        ),
        ...(raw.provisional === true ? this.#confirmation() : []),
      ],
      errors: this.#errors(raw, settings),
    } as const;
    return this.#call(change, 'write', raw);
  }

  #confirmation(): Field[] {
    return [
      {
        ...this.#number(
          'confirmSeconds',
          'Time to confirm before the device goes back; 0: there is nothing to confirm',
        ),
        shape: { type: 'int', int: 'uint32', min: 0, max: 0xffffffff, unit: 's' },
      },
      this.#text(
        'confirmCode',
        codeMax,
        'Code that confirms with confirmNetwork; empty if there is nothing to confirm',
      ),
      this.#text('confirmUrl', urlMax, 'Where the console will be reached; empty if there is nothing to confirm'),
    ];
  }

  #errors(raw: RawPair, settings: readonly Setting[]): ErrorEntry[] {
    const names = new Set([
      ...raw.errors,
      ...writeErrors,
      ...(raw.provisional === true ? ['provisional_pending'] : []),
      ...(settings.some(({ alsoWrite }) => alsoWrite.length > 0) ? ['password_needed'] : []),
      ...(settings.some(({ devices }) => devices.length > 0) ? [unfittedError] : []),
      ...(settings.some(({ refused }) => refused !== undefined) ? [refusedError] : []),
    ]);
    return [...names].flatMap((name) => {
      const entry = this.#context.errors.get(name);
      if (entry === undefined) {
        this.#report(`the catalogue has no error '${name}'`);
        return [];
      }
      return [entry];
    });
  }
}
