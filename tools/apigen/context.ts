import type { EffectEntry, EnumEntry, ErrorEntry, FieldSet, FormatEntry, TypeEntry } from './model.ts';
import type { Place } from './problem.ts';

/** Look-ups for resolving references, and the list of errors found. */
export interface Context {
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  readonly effects: readonly EffectEntry[];
  readonly formats: readonly FormatEntry[];
  readonly enums: ReadonlyMap<string, EnumEntry>;
  readonly types: ReadonlyMap<string, TypeEntry>;
  /** Entities and sets. */
  readonly sets: ReadonlyMap<string, FieldSet>;
  report(place: Place, text: string): void;
}
