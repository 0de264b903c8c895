import { describe, expect, it } from 'vitest';
import { longestNotes } from '../../../tools/release/facts.ts';
import { counterOf, newestNotes, notesOf, schemaOf } from '../../../tools/release/source.ts';

describe('what the source says of its firmware', () => {
  it('counter, schema and notes can stand in a description', () => {
    expect(counterOf()).toBeGreaterThan(0);
    expect(schemaOf()).toBeGreaterThan(20);
    expect(notesOf().length).toBeGreaterThan(100);
    expect([...notesOf()].length).toBeLessThanOrEqual(longestNotes);
  });
});

describe('the notes', () => {
  it('are the entries of the newest section, a line each', () => {
    const log =
      '# Changes\n\nWhat.\n\n## 2.0\n\n### Added\n\n- One `thing`\n  on two lines.\n- Another.\n\n## 1.0\n\n- Old.\n';
    expect(newestNotes(log)).toBe('- One thing on two lines.\n- Another.');
  });

  it('end with the last entry that fits', () => {
    const entry = `- ${'é'.repeat(98)}`;
    const log = `## 1.0\n\n${`${entry}\n`.repeat(21)}`;
    expect(newestNotes(log).split('\n').length).toBe(19);
    expect(newestNotes(`## 1.0\n\n- ${'a'.repeat(longestNotes - 2)}\n`).length).toBe(longestNotes);
    expect(newestNotes(`## 1.0\n\n- ${'a'.repeat(longestNotes - 1)}\n`)).toBe('');
  });

  it('are none where there is no section', () => {
    expect(newestNotes('# Changes\n')).toBe('');
  });
});
