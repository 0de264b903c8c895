// What a fixture of the architecture check is, and short forms of it.

export interface Violation {
  readonly rule: string;
  readonly kept: Readonly<Record<string, string>>;
  readonly broken: Readonly<Record<string, string>>;
  /** Where the break is: path:line, or the path alone. */
  readonly at: string;
}

/** One file that keeps the rule, and one that breaks it in its last line. */
export function lines(rule: string, path: string, kept: string, broken: string): Violation {
  return {
    rule,
    kept: { [path]: kept },
    broken: { [path]: `${kept}\n${broken}` },
    at: `${path}:${kept.split('\n').length + 1}`,
  };
}

/** Several files that keep the rule, and a line more in one of them that breaks it. */
export function files(
  rule: string,
  kept: Readonly<Record<string, string>>,
  path: string,
  broken: string,
  at = `${path}:${(kept[path] ?? '').split('\n').length + 1}`,
): Violation {
  return { rule, kept, broken: { ...kept, [path]: `${kept[path] ?? ''}\n${broken}` }, at };
}

/** One file more than there may be. */
export function extra(rule: string, kept: Readonly<Record<string, string>>, path: string): Violation {
  return { rule, kept, broken: { ...kept, [path]: '' }, at: path };
}
