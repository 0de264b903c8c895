// The order of the test files: Stryker stops at the first failure, so the short ones are first.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    /* The base class runs failed and long files first. */
    // Stryker disable next-line MethodExpression: it has no place for a mutant of super.sort()
    return (await super.sort(files)).reverse();
  }
}
