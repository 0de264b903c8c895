// The contract for the tests: calls and validators as generated, access and errors as declared.

import { isDeepStrictEqual } from 'node:util';
import { safeParse } from 'valibot';
import { calls } from '../../build/gen/ts/all.ts';
import type { Call } from '../../build/gen/ts/runtime.ts';
import { loadModel } from '../../tools/apigen/load.ts';
import type { Field, Thread } from '../../tools/apigen/model.ts';
import type { RawCall } from '../../tools/apigen/raw.ts';
import { rootPath } from './paths.ts';
import type { WireReply } from './wire.ts';

export type CallName = keyof typeof calls;
export type CallRequest<N extends CallName> = (typeof calls)[N] extends Call<infer Request, infer _> ? Request : never;
export type CallReply<N extends CallName> = (typeof calls)[N] extends Call<infer _, infer Reply> ? Reply : never;

export const callNames = Object.keys(calls) as readonly CallName[];

/** Whether its request is in the query. */
export const travelsInQuery = (name: CallName): boolean => {
  const { method, inQuery }: { method: string; inQuery?: true } = calls[name];
  return method === 'GET' || inQuery === true;
};
export const methodOf = (name: CallName): 'GET' | 'POST' => calls[name].method;
export const pathOf = (name: CallName): string => calls[name].path;

/** Parts of the specification that the generated client does not need. */
interface SpecField {
  readonly code?: string;
  readonly emptyCode?: string;
  readonly secret: boolean;
}

export interface SpecCall {
  readonly method: 'GET' | 'POST';
  readonly access: RawCall['access'];
  readonly firstPassword: boolean;
  readonly maxBody: number;
  /** Kind of the body. */
  readonly takes: 'json' | 'picture' | 'octets';
  /** For a file that may also be sent in one body. */
  readonly whole?: { readonly max: number };
  readonly audit?: string;
  readonly thread: Thread;
  readonly request: Readonly<Record<string, SpecField>>;
  readonly errors: readonly string[];
}

export interface CatalogueEntry {
  readonly code: number;
  readonly http: number;
  /** The English text. */
  readonly text: string;
}

/* Including pairs: as read by the generator. */
const model = loadModel({
  root: rootPath('.'),
  spec: rootPath('firmware/api/spec'),
  schema: rootPath('firmware/api/spec.schema.json'),
});

/** The error catalogue by name. */
export const catalogue: Readonly<Record<string, CatalogueEntry>> = Object.fromEntries(
  model.errors.map(({ name, code, http, text }) => [name, { code, http, text }]),
);

/** The pages of settings. */
export const pairs = model.pairs;

function fieldOfModel({ code, emptyCode, secret }: Field): SpecField {
  return {
    secret,
    ...(code === undefined ? {} : { code: code.name }),
    ...(emptyCode === undefined ? {} : { emptyCode: emptyCode.name }),
  };
}

const specCalls: ReadonlyMap<string, SpecCall> = new Map(
  model.calls.map(({ name, access, request, errors, ...call }): [string, SpecCall] => [
    name,
    {
      ...call,
      access: 'group' in access ? { group: access.group, right: access.kind } : access.kind,
      request: Object.fromEntries(request.map((field) => [field.name, fieldOfModel(field)])),
      errors: errors.map((error) => error.name),
    },
  ]),
);

/** A call as declared. */
export function specOf(name: CallName): SpecCall {
  const call = specCalls.get(name);
  if (call === undefined) throw new Error(`the specification has no ${name}`);
  return call;
}

export function errorNamed(name: string): CatalogueEntry {
  const entry = catalogue[name];
  if (entry === undefined) throw new Error(`the catalogue has no ${name}`);
  return entry;
}

/** Errors that the walker and the decoder may return for any call. */
const general = [
  'system_error',
  'missing_parameter',
  'unknown_key',
  'wrong_type',
  'out_of_range',
  'bad_text',
  'bad_format',
  'duplicate_key',
  'bad_json',
  'body_too_large',
  'media_type',
  'wrong_method',
  'busy',
  'https_only',
];
const withSession = [
  'token_failed',
  'key_failed',
  'session_ended',
  'password_change_required',
  'password_needed',
  'forbidden',
  'super_needed',
  'upgrade_trial',
];

/** Whether fields hold a name or a photo of a user, by their names: a `name` beside a user's or an account's ID is that person's. */
function holdPeople(fields: readonly Field[]): boolean {
  const names = fields.map(({ name }) => name);
  const beside = names.includes('name') && (names.includes('userid') || names.includes('account'));
  return (
    beside || fields.some(({ name, shape }) => /^(username|photo|holderName)$/.test(name) || shapeHoldsPeople(shape))
  );
}

function shapeHoldsPeople(shape: Field['shape']): boolean {
  if (shape.type === 'array') return shapeHoldsPeople(shape.of);
  return shape.type === 'object' && holdPeople(shape.of.fields);
}

/** Calls whose reply can hold a name or a photo of a user. */
export const callsAboutPeople: readonly CallName[] = callNames.filter((name) =>
  holdPeople(model.calls.find((call) => call.name === name)?.reply ?? []),
);

/** Calls that answer with a file or a stream, whose content is not in the contract. */
export const callsWithoutFields: readonly CallName[] = callNames.filter((name) => {
  const call = model.calls.find((each) => each.name === name);
  return call?.isFile === true || call?.thread === 'stream';
});

/** Codes that a call may return by its declaration. */
function codesOf(name: CallName): ReadonlySet<number> {
  const spec = specOf(name);
  const ofFields = Object.values(spec.request).flatMap((field) => [field.code, field.emptyCode]);
  const names = [
    ...general,
    ...(spec.access === 'none' || spec.access === 'open' ? [] : withSession),
    ...spec.errors,
    ...ofFields,
  ];
  return new Set(names.filter((entry) => entry !== undefined).map((entry) => errorNamed(entry).code));
}

const allowed = new Map(callNames.map((name) => [name, codesOf(name)]));
const httpOf = new Map(Object.values(catalogue).map((entry) => [entry.code, entry.http]));

function fail(name: string, why: string, reply: WireReply): never {
  throw new Error(`${name} broke the contract: ${why}: ${reply.status} ${reply.text.slice(0, 600)}`);
}

/** Errors about one field of a request, for any call: they name it. */
const aboutField = new Set(
  [
    'missing_parameter',
    'unknown_key',
    'out_of_range',
    'bad_format',
    'duplicate_key',
    'above_level',
    'own_account',
    'own_password',
    'gone',
    'no_such_call',
    'user_name_exists',
    'certificate_invalid',
    'certificate_expired',
    'certificate_key',
    'https_needed',
    'serial_wrong',
    'clock_too_old',
    'address_invalid',
    'gateway_outside',
    'key_needed',
    'user_name_empty',
    'user_name_format',
    'user_unknown',
    'user_id_invalid',
    'user_id_exists',
    'card_exists',
    'password_empty',
    'password_format',
    'password_mismatch',
    'password_rules',
    'password_exists',
  ].map((name) => errorNamed(name).code),
);

/** Why the field named by an error is wrong; undefined if it is right or missing. */
export function fieldProblem(name: CallName, code: number, field: string | undefined): string | undefined {
  const { request, errors } = specOf(name);
  if (field === undefined)
    return aboutField.has(code) && Object.keys(request).length > 0 ? 'a refusal without its field' : undefined;
  const of = fieldOf(field);
  // An unknown key is named as sent.
  if (of !== '' && !(of in request) && code !== errorNamed('unknown_key').code) return 'a field it does not have';
  const entry = Object.entries(catalogue).find(([, known]) => known.code === code)?.[0];
  const owners = Object.entries(request).filter(
    ([, spec]) => entry !== undefined && (spec.code === entry || spec.emptyCode === entry),
  );
  const isOthers = owners.length > 0 && !errors.includes(entry ?? '') && !owners.some(([owner]) => owner === of);
  return isOthers ? 'a code of another field' : undefined;
}

/** Throws unless the contract allows the reply for this call: data, code, status, headers. */
export function checkReply(name: CallName, reply: WireReply): void {
  const { envelope } = reply;
  if (envelope.code !== 'error') {
    if ((reply.file !== undefined) !== 'file' in calls[name])
      fail(name, 'a file, or none, against the contract', reply);
    if (reply.file !== undefined) return;
    const result = safeParse(calls[name].reply, envelope.data);
    if (!result.success) fail(name, JSON.stringify(result.issues.map((issue) => issue.path?.map((p) => p.key))), reply);
    // The validators drop unknown members; the firmware of the same build must not send any.
    if (!isDeepStrictEqual(result.output, envelope.data)) fail(name, 'the data has members beyond the contract', reply);
    return;
  }
  if (allowed.get(name)?.has(envelope.retvalue) !== true) fail(name, 'a code it does not declare', reply);
  if (httpOf.get(envelope.retvalue) !== reply.status) fail(name, 'a status that is not the code’s', reply);
  if (Object.keys(envelope.data).length > 0) fail(name, 'data beside an error', reply);
  const problem = fieldProblem(name, envelope.retvalue, envelope.field);
  if (problem !== undefined) fail(name, problem, reply);
  const retry = reply.headers['retry-after'];
  if ((reply.status === 429 || reply.status === 503) && !/^[1-9]\d*$/.test(retry ?? ''))
    fail(name, 'no Retry-After', reply);
}

/** First part of a field's path: `userids` of `userids[3]`. */
function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? '';
}
