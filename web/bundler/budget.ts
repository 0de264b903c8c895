/** Budgets of design.md §10, in octets after gzip: the build fails over one of them. */
export interface Weights {
  readonly firstLoad: { readonly requests: number; readonly gzip: number };
  /** All files of /up, which is no part of the console. */
  readonly up: number;
  /** All scripts and styles, and the keys that all languages share. */
  readonly code: number;
  /** All texts of a language. */
  readonly languages: Readonly<Record<string, number>>;
}

export const budget = { requests: 5, firstLoad: 60_000, up: 15_000, code: 310_000, language: 36_864 } as const;

/** What is over its budget, in words. */
export function overBudget({ firstLoad, up, code, languages }: Weights): string[] {
  const weighed: [what: string, weight: number, most: number][] = [
    ['requests of the first load', firstLoad.requests, budget.requests],
    ['octets of the first load', firstLoad.gzip, budget.firstLoad],
    ['octets of /up', up, budget.up],
    ['octets of code and styles', code, budget.code],
    ...Object.entries(languages).map(([language, gzip]): [string, number, number] => [
      `octets of ${language}`,
      gzip,
      budget.language,
    ]),
  ];
  return weighed
    .filter(([, weight, most]) => weight > most)
    .map(([what, weight, most]) => `${weight} ${what}, at most ${most}`);
}
