import { describe, expect, it } from 'vitest';
import { isMoving, stageOf, type View, viewOf } from '../../../../web/features/upgrade/view.ts';

const nothing = { sends: false, has: false };

describe('what the page shows', () => {
  it.each([
    ['idle', false, nothing, 'choose'],
    ['failed', true, { sends: true, has: true }, 'choose'],
    ['offered', true, { sends: false, has: true }, 'offered'],
    ['offered', true, nothing, 'choose'],
    ['offered', false, { sends: false, has: true }, 'choose'],
    ['offered', true, { sends: true, has: true }, 'sending'],
    ['receiving', true, { sends: true, has: true }, 'sending'],
    ['receiving', true, nothing, 'resume'],
    ['receiving', false, nothing, 'foreign'],
    ['checking', false, nothing, 'checking'],
    ['switching', true, { sends: true, has: true }, 'switching'],
    ['trial', false, nothing, 'trial'],
  ] as const)('%s, own: %s, %j: %s', (step, own, here, view) => expect(viewOf({ step, own }, here)).toBe(view));

  it.each([
    ['choose', undefined],
    ['offered', undefined],
    ['resume', 'send'],
    ['foreign', 'send'],
    ['sending', 'send'],
    ['checking', 'check'],
    ['switching', 'switch'],
    ['trial', 'prove'],
  ] as [View, string | undefined][])('%s is at the stage %s', (view, stage) => expect(stageOf(view)).toBe(stage));

  it('asks again while something moves', () => {
    const moves = (['receiving', 'checking', 'switching', 'trial'] as const).map(isMoving);
    expect(moves).toEqual([true, true, true, true]);
    expect([isMoving('idle'), isMoving('offered'), isMoving('failed'), isMoving(undefined)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
