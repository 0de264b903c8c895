/** What is typed into a form, by the name of its field. Pure. */

/** Whether two values of a field are the same. */
export type IsSame<Values extends object> = (name: keyof Values & string, a: unknown, b: unknown) => boolean;

/** Without these fields. */
export function withoutNames<T extends object>(all: T, names: ReadonlySet<string>): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name))) as T;
}

/** What was typed after `sent` was sent: all that is not in it, or is there with another value. */
export function typedSince<Values extends object>(
  sent: Partial<Values>,
  now: Partial<Values>,
  isSame: IsSame<Values> = (_, a, b) => Object.is(a, b),
): Partial<Values> {
  const before = sent as Readonly<Record<string, unknown>>;
  const since = Object.entries(now).filter(
    ([name, value]) => !(name in before && isSame(name as keyof Values & string, before[name], value)),
  );
  return Object.fromEntries(since) as Partial<Values>;
}
