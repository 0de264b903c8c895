/** A set with some members added or removed; the set given stays as it is. */
export function toggled<Member>(
  before: ReadonlySet<Member>,
  members: readonly Member[],
  on: boolean,
): ReadonlySet<Member> {
  const next = new Set(before);
  for (const member of members) {
    if (on) next.add(member);
    else next.delete(member);
  }
  return next;
}
