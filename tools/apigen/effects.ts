/* Effects of settings: names and order. */

import type { Context } from './context.ts';
import { type ParsedFile, pointerTo } from './json.ts';
import type { EffectEntry, Pair } from './model.ts';
import type { EffectsFile } from './raw.ts';

type Report = Context['report'];

/** The word for a setting without an effect. */
export const noEffect = 'none';

/** The effects in the order of execution, which is that of their file. */
export function resolveEffects(parsed: ParsedFile, raw: EffectsFile, report: Report): EffectEntry[] {
  return Object.entries(raw.effects).map(([name, { summary }]) => {
    const at = { file: parsed.file, line: parsed.lineOf(['effects', name].reduce<string>(pointerTo, '')) };
    if (name === noEffect) {
      report(at, `'${noEffect}' is no name of an effect`);
    }
    return { name, summary, at };
  });
}

/** An effect that no setting has would be a missing function. */
export function checkEffectsUsed(effects: readonly EffectEntry[], pairs: readonly Pair[], report: Report): void {
  const used = new Set(pairs.flatMap(({ settings }) => settings.flatMap((setting) => setting.effects)));
  for (const { name, at } of effects.filter((effect) => !used.has(effect.name))) {
    report(at, `no setting has the effect '${name}'`);
  }
}
