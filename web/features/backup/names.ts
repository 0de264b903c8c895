/** File name of a backup, as the terminal would give it: streaming to disk needs the name beforehand. */
export function backupName(serial: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `postern-${serial}-${day}-${two(now.getHours())}${two(now.getMinutes())}.backup`;
}
