/** Edits of a form, by the name of the field. Pure. */

/** Whether two values of a field are equal. */
export type IsSame<Values extends object> = (name: keyof Values & string, a: unknown, b: unknown) => boolean;

/** Without these fields. */
export function withoutNames<T extends object>(all: T, names: ReadonlySet<string>): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name))) as T;
}

/** Edits made after `sent` was sent: those that are not in it, or have another value there. */
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
