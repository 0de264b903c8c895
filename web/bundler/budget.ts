/** Budgets of design.md §10, in bytes after gzip: the build fails over one of them, or over what one that is missed may weigh. */
export interface Weights {
  readonly firstLoad: { readonly requests: number; readonly gzip: number };
  /** Fetched between signing in and the user list. */
  readonly list: number;
  /** All files of /up, which is no part of the console. */
  readonly up: number;
  /** All scripts and styles, and the keys that all languages share. */
  readonly code: number;
  /** All texts of a language. */
  readonly languages: Readonly<Record<string, number>>;
}

export const budget = {
  requests: 5,
  firstLoad: 60_000,
  list: 80_000,
  up: 15_000,
  code: 310_000,
  language: 37_888,
} as const;

/** What a budget that is missed may weigh until the console is lighter again (ADR 0041 says why): it grows no further unseen. */
export const missed = { code: 340_000, language: 45_056 } as const;

/** What is over its budget, in words. */
export function overBudget({ firstLoad, list, up, code, languages }: Weights): string[] {
  const weighed: [what: string, weight: number, most: number][] = [
    ['requests of the first load', firstLoad.requests, budget.requests],
    ['bytes of the first load', firstLoad.gzip, budget.firstLoad],
    ['bytes between signing in and the user list', list, budget.list],
    ['bytes of /up', up, budget.up],
    ['bytes of code and styles', code, missed.code],
    ...Object.entries(languages).map(([language, gzip]): [string, number, number] => [
      `bytes of ${language}`,
      gzip,
      missed.language,
    ]),
  ];
  return weighed
    .filter(([, weight, most]) => weight > most)
    .map(([what, weight, most]) => `${weight} ${what}, at most ${most}`);
}

/** Which of the design's budgets are missed, in words. */
export function missedBudgets({ code, languages }: Pick<Weights, 'code' | 'languages'>): string[] {
  const heaviest = Math.max(...Object.values(languages));
  return [
    ...(code > budget.code ? [`${code} bytes of code and styles, budget ${budget.code}`] : []),
    ...(heaviest > budget.language ? [`${heaviest} bytes of a language, budget ${budget.language}`] : []),
  ];
}
