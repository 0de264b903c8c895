import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRestartWatch, type RestartWatch } from '../../../web/lib/restart.ts';

let now: number;
let up: boolean;
let ticks: (() => void)[];
let watch: RestartWatch;
const arrive = vi.fn();

beforeEach(() => {
  now = 0;
  up = true;
  ticks = [];
  arrive.mockClear();
  watch = createRestartWatch({
    fetch: () => (up ? Promise.resolve() : Promise.reject(new Error('down'))),
    setInterval: (run) => ticks.push(run),
    clearInterval: () => {
      ticks = [];
    },
    now: () => now,
    arrive,
  });
});

/** Lets seconds pass, one after the other. */
async function pass(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n++) {
    now += 1000;
    for (const tick of ticks) tick();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

describe('waiting for a restart', () => {
  it('counts from 30 in seconds', async () => {
    expect(watch.state()).toBeNull();
    up = false;
    watch.begin();
    expect(watch.state()).toEqual({ left: 30, late: false });
    await pass(1);
    expect(watch.state()).toEqual({ left: 29, late: false });
    await pass(28);
    expect(watch.state()).toEqual({ left: 1, late: false });
    await pass(1);
    expect(watch.state()).toEqual({ left: 0, late: true });
  });

  it('is over with the first answer after there was none', async () => {
    watch.begin();
    await pass(1);
    up = false;
    await pass(5);
    expect(arrive).not.toHaveBeenCalled();
    up = true;
    await pass(1);
    expect(arrive).toHaveBeenCalledTimes(1);
    expect(arrive).toHaveBeenCalledWith('/login');
    await pass(3);
    expect(arrive).toHaveBeenCalledTimes(1);
  });

  it('notices a restart that was quicker than the questions', async () => {
    watch.begin();
    await pass(4);
    expect(arrive).not.toHaveBeenCalled();
    await pass(1);
    expect(arrive).toHaveBeenCalledTimes(1);
  });

  it('goes on asking when the countdown is over', async () => {
    up = false;
    watch.begin();
    await pass(45);
    expect(watch.state()).toEqual({ left: 0, late: true });
    up = true;
    await pass(1);
    expect(arrive).toHaveBeenCalledTimes(1);
  });

  it('opens the sign-in page, or what it was begun with', async () => {
    watch.begin('/login?redirect=%2Fx');
    watch.begin();
    up = false;
    await pass(1);
    up = true;
    await pass(1);
    expect(arrive).toHaveBeenCalledWith('/login?redirect=%2Fx');
  });

  it('begins once', () => {
    watch.begin();
    watch.begin();
    expect(ticks).toHaveLength(1);
  });
});
