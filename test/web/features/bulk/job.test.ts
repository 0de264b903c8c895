import { type BulkKind, type BulkStateReply, type BulkStep, bulkStepWords } from '@gen/bulk.ts';
import { describe, expect, it } from 'vitest';
import { figuresOf, type Stage, stageOf, stagesOf, type View, viewOf } from '../../../../web/features/bulk/job.ts';
import { percentOf } from '../../../../web/lib/percent.ts';
import { OWN } from './world.tsx';

const HERE = { uploading: false, back: false, anew: false };
const own = (step: BulkStep, kind: BulkKind = 'users'): BulkStateReply => ({ ...OWN, step, kind, added: 1 });

describe('what the page shows', () => {
  it('follows the step of the terminal', () => {
    const views = bulkStepWords.map((step) => [step, viewOf(own(step), HERE)]);
    expect(Object.fromEntries(views)).toEqual({
      none: 'choose',
      uploading: 'resume',
      uploaded: 'columns',
      checking: 'checking',
      checked: 'checked',
      writing: 'writing',
      done: 'result',
      cancelled: 'result',
      failed: 'result',
    });
  });

  it('is the file while this tab sends it, whatever the terminal has', () => {
    for (const step of bulkStepWords) expect(viewOf(own(step), { ...HERE, uploading: true })).toBe('upload');
  });

  it('is somebody else while they are at it, and not what came of theirs', () => {
    const views = bulkStepWords.map((step) => viewOf({ ...own(step), own: false }, HERE));
    expect(views).toEqual([
      'choose',
      'foreign',
      'foreign',
      'foreign',
      'foreign',
      'foreign',
      'choose',
      'choose',
      'choose',
    ]);
  });

  it('lets a file be sent although another’s waits, never while theirs is worked on', () => {
    const anew = { ...HERE, anew: true };
    const of = (step: BulkStep) => viewOf({ ...own(step), own: false }, anew);
    expect([of('uploading'), of('uploaded'), of('checked')]).toEqual(['choose', 'choose', 'choose']);
    expect([of('checking'), of('writing')]).toEqual(['foreign', 'foreign']);
  });

  it('goes back to the columns from what was checked, and from there alone', () => {
    const back = { ...HERE, back: true };
    expect(viewOf(own('checked'), back)).toBe('columns');
    expect(viewOf(own('writing'), back)).toBe('writing');
    expect(viewOf(own('checked', 'edit'), back)).toBe('checked');
  });

  it('shows a result until another file is wanted, and none of a change without a file', () => {
    expect(viewOf(own('done'), { ...HERE, anew: true })).toBe('choose');
    expect(viewOf(own('done', 'edit'), HERE)).toBe('choose');
    expect(viewOf({ ...own('cancelled'), added: 0 }, HERE)).toBe('choose');
    expect(viewOf({ ...own('failed'), added: 0 }, HERE)).toBe('result');
  });
});

describe('the steps', () => {
  it('have one that is open for each view but somebody else’s', () => {
    const of = (view: View, kind: BulkKind = 'users') => stageOf(view, kind);
    expect(of('resume')).toBe('file');
    expect(of('columns')).toBe('columns');
    expect(of('columns', 'photos')).toBe('check');
    expect(of('writing')).toBe('write');
    expect(of('foreign')).toBeUndefined();
    const views: View[] = ['choose', 'resume', 'upload', 'columns', 'checking', 'checked', 'writing', 'result'];
    for (const kind of ['users', 'photos'] as const) {
      for (const view of views) expect(stagesOf(kind)).toContain(of(view, kind) satisfies Stage | undefined);
    }
  });

  it('have no columns for photos', () => {
    expect(stagesOf('photos')).not.toContain('columns');
  });
});

it('counts only what a change can do', () => {
  expect(figuresOf('edit')).toEqual(['changed', 'same', 'bad']);
  expect(figuresOf('users')).toHaveLength(5);
});

it('is 100 percent at the end and not before', () => {
  expect(percentOf(0, 0)).toBe(0);
  expect(percentOf(999, 1000)).toBe(99);
  expect(percentOf(29, 100)).toBe(29);
  expect(percentOf(1000, 1000)).toBe(100);
  expect(percentOf(1200, 1000)).toBe(100);
});
