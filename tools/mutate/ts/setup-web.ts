// Runs after test/web/setup.ts, whose limits are for tests that are expected to pass.
//
// With a mutant an awaited event often never comes, and each wait lasts until its limit. So the limit is not a time but a number of turns of the
// event loop without an event: on a busy machine these take longer.

import { configure, getConfig } from '@testing-library/dom';
/* Sets a wrapper of its own. */
import '@testing-library/preact';
import { patienceMs } from './patience.ts';

const turnMs = 50;
const turns = 50;

/* Before a test replaces the clock. */
const { setTimeout: later } = globalThis;

async function wait<Result>(awaited: Promise<Result>): Promise<Result> {
  let isOver = false;
  const tooLong = async (): Promise<never> => {
    for (let turn = 0; turn < turns && !isOver; turn++) await new Promise((resolve) => later(resolve, turnMs));
    throw new Error(`nothing came within ${turns} turns`);
  };
  try {
    return await Promise.race([awaited, tooLong()]);
  } finally {
    isOver = true;
  }
}

const { asyncWrapper } = getConfig();

configure({ asyncUtilTimeout: patienceMs, asyncWrapper: (cb) => asyncWrapper(() => wait(cb())) });
