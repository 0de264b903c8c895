/** What a backup is called that is written while it comes, as the terminal calls it: its name has to be known before. */
export function backupName(serial: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `postern-${serial}-${day}-${two(now.getHours())}${two(now.getMinutes())}.backup`;
}
