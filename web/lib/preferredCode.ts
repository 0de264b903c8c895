/** The stored choice, or the first available language of the browser, or English. */
export function preferredCode<T extends string>(
  known: readonly T[],
  stored: string | null,
  wanted: readonly string[],
): T | 'en' {
  const codes = [stored ?? '', ...wanted.flatMap((tag) => [tag.replace('-', ''), tag.split('-')[0] ?? ''])];
  for (const code of codes) {
    const found = known.find((one) => one === code);
    if (found !== undefined) return found;
  }
  return 'en';
}
