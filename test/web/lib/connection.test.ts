import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connection, createConnection } from '../../../web/lib/connection.ts';

let answer: (init?: RequestInit) => Promise<Response>;
let timers: { run: () => void; ms: number }[];
let visible: boolean;
let connection: Connection;

const reply = (etag: string) => () => Promise.resolve(new Response(null, { headers: { etag } }));
const silence = () => Promise.reject(new TypeError('Failed to fetch'));
/** Runs the one timer that is set, and what follows from it. */
const tick = async (): Promise<number> => {
  const timer = timers.pop();
  timers = [];
  timer?.run();
  await vi.waitFor(() => expect(timers.length).toBeGreaterThan(0));
  return timer?.ms ?? 0;
};

beforeEach(() => {
  answer = reply('"a"');
  timers = [];
  visible = true;
  connection = createConnection({
    fetch: (_, init) => answer(init),
    setTimeout: (run, ms) => timers.push({ run, ms }),
    clearTimeout: () => {
      timers = [];
    },
    isVisible: () => visible,
  });
});

describe('the connection', () => {
  it('is up until a call fails, and up again when one is answered', () => {
    const heard = vi.fn();
    connection.onChange(heard);
    expect(connection.isUp()).toBe(true);
    connection.failed();
    connection.failed();
    expect(connection.isUp()).toBe(false);
    expect(heard).toHaveBeenCalledTimes(1);
    connection.answered();
    expect(connection.isUp()).toBe(true);
  });

  it('looks more often while the terminal is away, and finds it again by itself', async () => {
    connection.watch();
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    expect(timers[0]?.ms).toBe(10_000);
    answer = silence;
    await tick();
    expect(connection.isUp()).toBe(false);
    expect([await tick(), await tick()].every((ms) => ms <= 3000)).toBe(true);
    answer = reply('"a"');
    await tick();
    expect(connection.isUp()).toBe(true);
    expect(timers[0]?.ms).toBe(10_000);
  });

  it('does not look while nobody sees the page', async () => {
    const asked = vi.fn(reply('"a"'));
    connection.watch();
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    answer = asked;
    visible = false;
    await tick();
    expect(asked).not.toHaveBeenCalled();
  });

  it('tells when another console is served', async () => {
    const renewed = vi.fn();
    connection.onNewConsole(renewed);
    connection.watch();
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    await tick();
    expect(renewed).not.toHaveBeenCalled();
    answer = reply('"b"');
    await tick();
    expect(renewed).toHaveBeenCalledTimes(1);
  });

  it('stops when told', async () => {
    const stop = connection.watch();
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    stop();
    connection.failed();
    expect(timers).toHaveLength(0);
  });
});

describe('waiting for an answer', () => {
  it('takes the redirect of a terminal that is on HTTPS alone for one, which a browser does not follow for a script', async () => {
    answer = ({ redirect } = {}) => (redirect === 'manual' ? Promise.resolve(Response.error()) : silence());
    await connection.untilAnswer();
    expect(connection.isUp()).toBe(true);
  });

  it('asks at once, then on and on, and ends with the first answer', async () => {
    answer = silence;
    const done = vi.fn();
    const waited = connection.untilAnswer().then(done);
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    expect(connection.isUp()).toBe(false);
    await tick();
    expect(done).not.toHaveBeenCalled();
    answer = reply('"a"');
    timers.pop()?.run();
    await waited;
    expect(done).toHaveBeenCalledTimes(1);
    expect(connection.isUp()).toBe(true);
  });
});
