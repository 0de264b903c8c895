// The scores by room as a table, and the undetected mutants.

import { counts, type Outcome } from './outcome.ts';

export interface Score {
  readonly room: string;
  readonly tried: number;
  readonly noticed: number;
}

export function scoresOf(outcomes: readonly Outcome[]): Score[] {
  const rooms = [...new Set(outcomes.map(({ room }) => room))].sort();
  return rooms.map((room) => {
    const here = outcomes.filter((outcome) => outcome.room === room && counts(outcome));
    return { room, tried: here.length, noticed: here.filter(({ state }) => state === 'killed').length };
  });
}

export const percent = ({ tried, noticed }: Score): number => (tried === 0 ? 100 : (noticed / tried) * 100);

export function totalOf(scores: readonly Score[]): Score {
  const sum = (key: 'tried' | 'noticed'): number => scores.reduce((before, score) => before + score[key], 0);
  return { room: 'all', tried: sum('tried'), noticed: sum('noticed') };
}

const row = (score: Score): string =>
  `${score.room.padEnd(28)}${String(score.noticed).padStart(5)} of ${String(score.tried).padStart(4)}` +
  `${percent(score).toFixed(0).padStart(5)} %`;

export function survivorLine({ file, line, from, to, state }: Outcome): string {
  return `${file}:${line}: ${from} → ${to}${state === 'no test' ? ' (no test runs it)' : ''}`;
}

export function renderReport(outcomes: readonly Outcome[]): string {
  const survivors = outcomes
    .filter((outcome) => counts(outcome) && outcome.state !== 'killed')
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  const scores = scoresOf(outcomes);
  return [...survivors.map(survivorLine), '', ...[...scores, totalOf(scores)].map(row)].join('\n');
}
