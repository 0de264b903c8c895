// The generated boundary vectors, and a check of the answer to one.

import { readFileSync } from 'node:fs';
import type { Vector } from '../../tools/apigen/vectors.ts';
import { genPath } from './paths.ts';
import type { WireReply } from './wire.ts';

export interface VectorFile {
  readonly version: number;
  readonly vectors: readonly Vector[];
}

export const readVectors = (): VectorFile => JSON.parse(readFileSync(genPath('vectors.json'), 'utf8')) as VectorFile;

/** The error in the answer to a vector; undefined if there is none. */
export function vectorProblem(
  { expect: want, session }: Pick<Vector, 'expect' | 'session'>,
  reply: Pick<WireReply, 'status' | 'headers' | 'envelope'>,
): string | undefined {
  const { retvalue, field = '' } = reply.envelope;
  if (!want.refused) {
    // The vector may have ended its own session.
    if (session === 'full' && retvalue === 10002) return 'the session was gone';
    if (want.not.includes(retvalue) && (want.field === '' || want.field === field)) {
      return `was refused with ${retvalue} for «${field}»`;
    }
    return undefined;
  }
  const allow = want.allow === undefined ? '' : (reply.headers.allow ?? 'none');
  const got = `${reply.status} ${retvalue} «${field}» ${allow}`;
  const wanted = `${want.status} ${want.retvalue} «${want.field}» ${want.allow ?? ''}`;
  return got === wanted ? undefined : `wanted ${wanted}, got ${got}`;
}
