// What the specification says of the form of a request, held against the contract.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadModel } from '../../../tools/apigen/load.ts';
import { type Vector, writeVectors } from '../../../tools/apigen/vectors.ts';
import { project, schema } from './build.ts';

const model = loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema });

/** Names whose body may come as the text of its object in one JSON string: those of specification §7, "JSON string", and
 * regfp, which consoles of this kind send so. */
const jsonStrings = ['AddGroupTime', 'DelSomeGroup', 'GetUniversalGroup', 'regfp'];

test('the body of these calls, and of no other, may be a JSON string', () => {
  const declared = model.calls.filter(({ jsonString }) => jsonString).map(({ name }) => name);
  expect(declared.toSorted()).toEqual(jsonStrings);
});

test.each(jsonStrings)('%s is tried in both forms', (name) => {
  const { vectors } = JSON.parse(writeVectors(model)) as { vectors: readonly Vector[] };
  const bodies = vectors.filter((vector) => vector.call === name && vector.body !== undefined);
  const accepted = (id: string): unknown =>
    JSON.parse(bodies.find((vector) => vector.id === `${name}/${id}`)?.body ?? 'null');
  const plain = accepted('base request');
  expect(plain).toBeTypeOf('object');
  expect(JSON.parse(String(accepted('JSON string')))).toEqual(plain);
});
