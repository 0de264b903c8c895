// Random order and random samples, repeatable by their seed.

/** A generator of numbers from 0 to below 1 (mulberry32): small, even, and the same on each machine. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The same items in random order. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = randomOf(seed);
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [mixed[last], mixed[other]];
    if (a === undefined || b === undefined) continue;
    mixed[last] = b;
    mixed[other] = a;
  }
  return mixed;
}

/** The items of each room in random order, the rooms in turn: however early it is cut, each room has its share. */
export function inTurn<Item>(items: readonly Item[], roomOfItem: (item: Item) => string, seed: number): Item[] {
  const rooms = new Map<string, Item[]>();
  for (const item of shuffled(items, seed)) {
    const room = roomOfItem(item);
    rooms.set(room, [...(rooms.get(room) ?? []), item]);
  }
  const lists = shuffled([...rooms.values()], seed + 1);
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const turns = Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)));
  return turns.flat();
}
