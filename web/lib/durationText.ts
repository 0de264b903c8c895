import { t } from './i18n.ts';

/** 90061 → 1 day 1 h 1 min */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  return t('info.uptimeValue', { days, hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 });
}
