// Stryker plug-in for a sample: of all mutants of a file only those in the sample are tested.
//
// Ranges of lines (`--mutate file:1:2-3:4`) cannot select one mutant, since each range includes nested mutants.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { keyOf } from './mutants.ts';

export const outsideSample = 'outside the sample';

class SampleChecker implements Checker {
  static readonly inject = tokens(commonTokens.options);
  readonly #sample: ReadonlySet<string>;

  constructor(options: StrykerOptions) {
    this.#sample = new Set(JSON.parse(readFileSync(String(options['sampleFile']), 'utf8')));
  }

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#resultOf(mutant)]));
  }

  #resultOf(mutant: Mutant): CheckResult {
    const isIn = this.#sample.has(keyOf(mutant, relative(process.cwd(), mutant.fileName)));
    return isIn ? { status: CheckStatus.Passed } : { status: CheckStatus.CompileError, reason: outsideSample };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
