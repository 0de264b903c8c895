// Fills a running terminal with users through adduser, so that every rule of the terminal applies to them.

import { Pipeline } from './pipeline.ts';
import { seedUser } from './users.ts';

export interface FillOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly count: number;
  readonly pinEvery: number;
  /** Connections, and concurrent requests on each. */
  readonly connections: number;
  readonly depth: number;
  readonly onProgress?: (done: number) => void;
}

export interface FillResult {
  readonly added: number;
  /** Users that existed before (answer 40402): an interrupted fill can be repeated. */
  readonly present: number;
  readonly seconds: number;
}

const retryLimit = 100;

function retvalueOf(body: string): number {
  const value: unknown = JSON.parse(body);
  if (typeof value === 'object' && value !== null && 'retvalue' in value && typeof value.retvalue === 'number') {
    return value.retvalue;
  }
  throw new Error(`not an envelope: ${body}`);
}

/** Adds one user. A full queue of the terminal (503) is not a failure: the user is sent again, a limited number of times. */
async function addOne(pipeline: Pipeline, body: unknown): Promise<'added' | 'present'> {
  for (let attempt = 0; attempt < retryLimit; attempt++) {
    const reply = await pipeline.post('/goform/adduser', body);
    if (reply.status === 200) return 'added';
    if (reply.status === 503 && retvalueOf(reply.body) === 12015) continue;
    if (retvalueOf(reply.body) === 40402) return 'present';
    throw new Error(`adduser ${JSON.stringify(body)} answered ${reply.status} ${reply.body}`);
  }
  throw new Error(`the terminal stayed busy for ${retryLimit} tries`);
}

export async function fill(options: FillOptions): Promise<FillResult> {
  const started = performance.now();
  let next = 0;
  let added = 0;
  let present = 0;
  const lane = async (pipeline: Pipeline): Promise<void> => {
    while (next < options.count) {
      const outcome = await addOne(pipeline, seedUser(next++, { pinEvery: options.pinEvery }));
      if (outcome === 'added') added++;
      else present++;
      const done = added + present;
      if (done % 10_000 === 0) options.onProgress?.(done);
    }
  };
  const pipelines = await Promise.all(
    Array.from({ length: options.connections }, () => Pipeline.open(options.host, options.port, options.token)),
  );
  try {
    await Promise.all(pipelines.flatMap((pipeline) => Array.from({ length: options.depth }, () => lane(pipeline))));
  } finally {
    for (const pipeline of pipelines) pipeline.close();
  }
  return { added, present, seconds: (performance.now() - started) / 1000 };
}
