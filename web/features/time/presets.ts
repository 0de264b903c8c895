/** Rules that many places have, to begin with. */
import type { DSTParamValues } from '@gen/time.ts';

export type PresetName = 'europe' | 'america' | 'australia' | 'newZealand';

type Rule = Omit<DSTParamValues, 'mode' | 'startDay' | 'endDay'>;

const sunday = { change: 60, startWeekday: 0, endWeekday: 0 } as const;

export const presets: Readonly<Record<PresetName, Rule>> = {
  /* Central European Time: elsewhere in Europe the clock is changed at the same moment, so at another hour. */
  europe: {
    ...sunday,
    startMonth: 3,
    startWeek: 'last',
    startHour: 2,
    endMonth: 10,
    endWeek: 'last',
    endHour: 3,
  },
  america: {
    ...sunday,
    startMonth: 3,
    startWeek: 'week2',
    startHour: 2,
    endMonth: 11,
    endWeek: 'week1',
    endHour: 2,
  },
  australia: {
    ...sunday,
    startMonth: 10,
    startWeek: 'week1',
    startHour: 2,
    endMonth: 4,
    endWeek: 'week1',
    endHour: 3,
  },
  newZealand: {
    ...sunday,
    startMonth: 9,
    startWeek: 'last',
    startHour: 2,
    endMonth: 4,
    endWeek: 'week1',
    endHour: 3,
  },
};

export const presetNames = Object.keys(presets) as readonly PresetName[];
