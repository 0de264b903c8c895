// After test/web/setup.ts, whose patience is for tests that are expected to pass.
//
// With a mutant what is awaited often never comes, and each of those waits to its end. So the end is not a time but a number of turns of the
// event loop in which nothing came: a busy machine takes longer for them.

import { configure, getConfig } from '@testing-library/dom';
/* Sets a wrapper of its own. */
import '@testing-library/preact';
import { patienceMs } from './patience.ts';

const turnMs = 50;
const turns = 50;

/* Before a test fakes the clock. */
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
