/** Daylight saving in Europe, in the format of its settings page. */
export const europe = {
  mode: 'week',
  change: 60,
  startMonth: 3,
  startWeek: 'last',
  startWeekday: 0,
  startHour: 2,
  endMonth: 10,
  endWeek: 'last',
  endWeekday: 0,
  endHour: 3,
} as const;
