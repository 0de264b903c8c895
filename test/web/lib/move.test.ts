import { describe, expect, it, vi } from 'vitest';
import {
  beginMove,
  type Move,
  type MoveEvent,
  type MoveState,
  nextMove,
  type PendingReply,
  RETURN_MS,
  SETTLED_MS,
  stepOf,
  viewOf,
} from '../../../web/lib/move/machine.ts';
import { adoptMove, currentMove, endMove, sameWay, startMove } from '../../../web/lib/move/store.ts';

const START = 1_000_000;
const OLD = 'http://10.0.4.31';
const move: Move = {
  page: 'Ethernet',
  code: 'c',
  url: 'http://10.0.4.40/network/confirm#c',
  until: START + 90_000,
  startedAt: START,
};
const waiting: PendingReply = { page: 'Ethernet', secondsLeft: 80, rolledBack: '', rolledBackAt: 0 };
const nothing: PendingReply = { page: '', secondsLeft: 0, rolledBack: '', rolledBackAt: 0 };
const undone: PendingReply = { ...nothing, rolledBack: 'Ethernet', rolledBackAt: 1234 };

const answered = (reply: PendingReply, now = START): MoveEvent => ({ kind: 'answered', now, reply });
const heard = (events: readonly MoveEvent[], from: Move = move): MoveState => events.reduce(nextMove, beginMove(from));

describe('what is shown', () => {
  it('counts down by the clock, and by the terminal as soon as it says', () => {
    const state = beginMove(move);
    expect([state.left, viewOf(state)]).toEqual([90, 'trying']);
    expect(nextMove(state, { kind: 'tick', now: START + 10_500 }).left).toBe(80);
    const told = nextMove(state, answered({ ...waiting, secondsLeft: 42 }, START + 10_000));
    expect(told.left).toBe(42);
    expect(nextMove(told, { kind: 'tick', now: START + 12_000 }).left).toBe(40);
  });

  it('an old address that goes silent, and one that still answers', () => {
    expect(viewOf(heard([{ kind: 'silent' }]))).toBe('gone');
    expect(viewOf(heard([answered(waiting)]))).toBe('here');
    expect(viewOf(heard([answered(waiting), { kind: 'silent' }]))).toBe('gone');
  });

  it('the time is over: the terminal is on its way back, then is here and says that the change was undone', () => {
    const late = heard([{ kind: 'silent' }, { kind: 'tick', now: START + 90_000 }]);
    expect(viewOf(late)).toBe('returning');
    expect(viewOf(nextMove(late, answered(undone)))).toBe('undone');
  });

  it('a terminal that does not come back is lost, and found when it does after all', () => {
    const lost = heard([{ kind: 'silent' }, { kind: 'tick', now: START + 90_001 + RETURN_MS }]);
    expect(viewOf(lost)).toBe('lost');
    expect(viewOf(nextMove(lost, answered(undone)))).toBe('undone');
  });

  it('confirmed elsewhere is told from undone, also when an older change was undone before', () => {
    expect(viewOf(heard([answered(nothing)]))).toBe('confirmed');
    const older = { rolledBack: 'Ethernet', rolledBackAt: 99 };
    expect(viewOf(heard([answered({ ...waiting, ...older }), answered({ ...nothing, ...older })]))).toBe('confirmed');
    expect(viewOf(heard([answered({ ...waiting, ...older }), answered(undone)]))).toBe('undone');
  });

  it('while the own undo runs, what was asked before does not count', () => {
    const undoing = heard([answered(waiting), { kind: 'undoing' }, answered(nothing)]);
    expect(viewOf(undoing)).toBe('here');
    expect(stepOf(heard([{ kind: 'knocked', answers: true }], move), OLD, START, true)).toBe('wait');
    expect(stepOf(nextMove(undoing, { kind: 'knocked', answers: true }), OLD, START, true)).toBe('wait');
    expect(viewOf(nextMove(undoing, { kind: 'undone' }))).toBe('undone');
    const failed = nextMove(undoing, { kind: 'notUndone' });
    expect(viewOf(nextMove(failed, answered(undone)))).toBe('undone');
    expect(viewOf(nextMove(failed, answered(waiting)))).toBe('here');
  });

  it('what was decided stays so', () => {
    expect(viewOf(heard([{ kind: 'confirmed' }, { kind: 'silent' }, answered(undone)]))).toBe('confirmed');
    expect(viewOf(heard([{ kind: 'undone' }, answered(nothing)]))).toBe('undone');
  });
});

describe('what is done', () => {
  const step = (state: MoveState, now = START, settled = true) => stepOf(state, OLD, now, settled);

  it('goes to the new address when it answers and the old one does not', () => {
    expect(step(heard([{ kind: 'silent' }]))).toBe('wait');
    expect(step(heard([{ kind: 'silent' }, { kind: 'knocked', answers: false }]))).toBe('wait');
    expect(step(heard([{ kind: 'silent' }, { kind: 'knocked', answers: true }]))).toBe('go');
  });

  it('stays and confirms when both answer; one that was not reached is never confirmed by itself', () => {
    expect(step(heard([answered(waiting), { kind: 'knocked', answers: true }]))).toBe('confirm');
    expect(step(heard([answered(waiting), { kind: 'knocked', answers: false }]), START + 60_000)).toBe('wait');
  });

  it('confirms a change that leaves the address as it is once the terminal has answered for a while', () => {
    const same = heard([answered(waiting)], { ...move, url: `${OLD}/network/confirm#c` });
    expect(step(same, START + SETTLED_MS - 1)).toBe('wait');
    expect(step(same, START + SETTLED_MS)).toBe('confirm');
    expect(step(nextMove(same, { kind: 'silent' }), START + SETTLED_MS)).toBe('wait');
    expect(step(same, START + SETTLED_MS, false)).toBe('wait');
  });

  it('an address that nobody knows yet is left to the person', () => {
    expect(step(heard([answered(waiting)], { ...move, url: '' }), START + 60_000)).toBe('wait');
  });

  it('nothing once the time is over', () => {
    const late: MoveEvent = { kind: 'tick', now: START + 90_000 };
    expect(step(heard([{ kind: 'silent' }, { kind: 'knocked', answers: true }, late]))).toBe('wait');
  });
});

describe('the change of a tab', () => {
  it('goes the way its page came', () => {
    const tls = 'https://10.0.4.40:8443/network/confirm#c';
    expect(sameWay(tls, { protocol: 'https:', port: '8443' })).toBe(tls);
    expect(sameWay(tls, { protocol: 'http:', port: '8080' })).toBe('http://10.0.4.40:8080/network/confirm#c');
    expect(sameWay(tls, { protocol: 'http:', port: '' })).toBe('http://10.0.4.40/network/confirm#c');
    expect(sameWay('', { protocol: 'http:', port: '' })).toBe('');
  });

  it('is kept, and none is when there is nothing to confirm', () => {
    expect(startMove('Ethernet', { confirmSeconds: 0, confirmCode: '', confirmUrl: '' })).toBe(false);
    expect(startMove('MachineParam', { confirmSeconds: 90, confirmCode: 'c', confirmUrl: '' })).toBe(false);
    expect(currentMove()).toBeNull();
    expect(startMove('Ethernet', { confirmSeconds: 90, confirmCode: 'c', confirmUrl: move.url })).toBe(true);
    expect(currentMove()).toMatchObject({ page: 'Ethernet', code: 'c', url: move.url });
    expect(sessionStorage.getItem('postern.move')).toContain('"page":"Ethernet"');
    endMove();
    expect(sessionStorage.getItem('postern.move')).toBeNull();
  });

  it('is also one that was begun elsewhere, until it is put away', () => {
    vi.useFakeTimers({ now: Date.now() + 600_000 });
    adoptMove(nothing);
    expect(currentMove()).toBeNull();
    adoptMove(waiting);
    expect(currentMove()).toMatchObject({ page: 'Ethernet', code: '', url: '' });
    endMove();
    adoptMove(waiting);
    expect(currentMove()).toBeNull();
    vi.setSystemTime(Date.now() + 81_000);
    adoptMove(waiting);
    expect(currentMove()).not.toBeNull();
    endMove();
    vi.useRealTimers();
  });
});
