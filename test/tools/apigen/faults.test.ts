import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadModel } from '../../../tools/apigen/load.ts';
import { SpecError } from '../../../tools/apigen/problem.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const schema = join(import.meta.dirname, '../../../firmware/api/spec.schema.json');

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'apigen-'));
  cpSync(join(fixtures, 'valid'), root, { recursive: true });
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function problemsOf(): string[] {
  try {
    loadModel({ root, spec: root, schema });
    return [];
  } catch (error) {
    if (error instanceof SpecError) {
      return error.message.split('\n');
    }
    throw error;
  }
}

/* Fixture → everything that is reported for it. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'array-in-query': ["calls.json:32: 'colours': a query string cannot carry an array"],
  'body-too-small': ["calls.json:54: call 'AddThing': a valid request can have 356 octets, more than maxBody"],
  'call-without-access': ["calls.json:49: calls.AddThing has no 'access'"],
  'default-of-mandatory-field': ["calls.json:57: 'id': a default is for an optional field"],
  'default-out-of-limits': ["calls.json:33: 'limit': the default 101 is not a valid value"],
  'duplicate-key': ["calls.json:56: duplicate key 'audit'"],
  'enum-without-values': ["calls.json:7: enum 'Colour' must have one of 'values' and 'valuesFrom'"],
  'decimal-not-exact-in-json': [
    "calls.json:41: 'card': 9007199254740992 is not exact as a JSON number; write it as a string",
  ],
  'limit-not-exact-in-json': [
    "calls.json:44: 'balance': max 9007199254740992 is outside -9007199254740991 to 9007199254740991 of int64",
  ],
  'max-out-of-type': ["calls.json:33: 'limit': max 256 is outside 0 to 255 of uint8"],
  'min-above-max': [
    "calls.json:33: 'limit': min 101 is above max 100",
    "calls.json:33: 'limit': the default 50 is not a valid value",
  ],
  'min-out-of-type': ["calls.json:33: 'limit': min -1 is outside 0 to 255 of uint8"],
  'one-name-in-c': ["calls.json:61: 'Name' and 'name' have one name in C"],
  'optional-in-reply': ["calls.json:45: 'done': 'optional', 'default', 'code' and 'emptyCode' are for requests"],
  'pending-false': ['calls.json:32: calls.ListThings.request.colours.pending must be equal to constant'],
  'pending-out-of-limits': ["calls.json:33: 'limit': pending from 101 is not within 1 to 100, or is all of it"],
  'post-without-max-body': [
    "calls.json:49: call 'AddThing' is a POST without 'maxBody'",
    "calls.json:49: call 'AddThing': a valid request can have 356 octets, more than maxBody",
  ],
  'presence-name-in-c': ["calls.json:61: 'hasSizes' and 'the presence of sizes' have one name in C"],
  'subset-of-others': ["calls.json:7: enum 'Colour': 'orange' of its subset 'warm' is none of its values"],
  syntax: ["calls.json:56: expected '}'"],
  'two-calls-with-one-path': [
    "calls.json:49: call 'AddThing' has the path /goform/ListThings of 'ListThings' (calls.json:26)",
  ],
  'type-that-contains-itself': [
    "calls.json:10: type 'Thing' contains itself",
    "calls.json:14: 'colour': there is no type 'Thing'",
  ],
  'unknown-enum': ["calls.json:14: 'colour': there is no enum 'Color'"],
  'unknown-error-in-call': ["calls.json:64: call 'AddThing': the catalogue has no error 'user_id_bad'"],
  'unknown-error-in-field': ["calls.json:58: 'name': the catalogue has no error 'no_name'"],
  'unknown-field-type': ["calls.json:45: calls.ListThings.reply.done has the unknown type 'boolean'"],
  'unknown-group': ["calls.json:29: call 'ListThings': the enum FunctionGroup has no group 'users'"],
  'unknown-importance': ["calls.json:55: call 'AddThing': the enum AuditImportance has no value 'edits'"],
  'unknown-key-in-call': ["calls.json:55: unknown key 'adit' in calls.AddThing"],
  'unknown-key-in-field': ["calls.json:44: unknown key 'unt' in calls.ListThings.reply.balance"],
  'unknown-key-in-file': ["calls.json:4: unknown key 'grup' in the file"],
  'unknown-type': ["calls.json:39: 'first': there is no type 'Thin'"],
  'values-from-nothing': ["calls.json:7: enum 'Colour': no file matches nowhere/*.json"],
  'wrong-access': ['calls.json:52: calls.AddThing.access must be one of none, open, session, super'],
  'wrong-method': ['calls.json:50: calls.AddThing.method must be one of GET, POST'],
};

describe('a fault in a specification', () => {
  it('is not seen where there is none', () => {
    expect(problemsOf()).toEqual([]);
  });

  it.each(Object.entries(faults))('%s is told with file and line', (name, expected) => {
    cpSync(join(fixtures, 'faults', `${name}.json`), join(root, 'calls.json'));
    expect(problemsOf()).toEqual(expected);
  });

  it('has a fixture each', () => {
    const names = readdirSync(join(fixtures, 'faults')).map((file) => file.replace('.json', ''));
    expect(names.sort()).toEqual(Object.keys(faults).sort());
  });

  it('is told for every file at once', () => {
    writeFileSync(join(root, 'another.json'), '{\n  "kind": "calls",\n');
    writeFileSync(join(root, 'more.json'), '{\n  "kind": "other"\n}\n');
    expect(problemsOf()).toEqual([
      'another.json:3: expected a key',
      "more.json:2: the file has the unknown kind 'other'",
    ]);
  });

  it('is told when the catalogue lacks what the decoder answers', () => {
    writeFileSync(join(root, 'errors.json'), '{\n  "kind": "errors",\n  "errors": {}\n}\n');
    expect(problemsOf()[0]).toBe(
      "errors.json:3: the catalogue lacks 'unknown_key', which the decoder or the walker answers",
    );
  });
});
