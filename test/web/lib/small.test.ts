import { describe, expect, it } from 'vitest';
import { minutesAndSeconds } from '../../../web/lib/countdown.ts';
import { isOtherBuild } from '../../../web/lib/device.ts';
import { farewell, setFarewell } from '../../../web/lib/farewell.ts';
import { isRefusal } from '../../../web/lib/refusal.ts';
import { takeTitleFocus, wantTitleFocus } from '../../../web/lib/titleFocus.ts';

describe('small parts', () => {
  it('a wait is written in minutes and seconds', () => {
    expect([1, 59, 60, 75, 900].map(minutesAndSeconds)).toEqual(['0:01', '0:59', '1:00', '1:15', '15:00']);
  });

  it('the first build that answers is the reference', () => {
    expect(['a', 'a', 'b', 'a'].map((buildId) => isOtherBuild({ buildId }))).toEqual([false, false, true, false]);
  });

  it('the reason of an end is kept until it is taken back', () => {
    setFarewell('because');
    expect(farewell()).toBe('because');
    setFarewell(null);
    expect(farewell()).toBeNull();
  });

  it('focus for the title is taken once', () => {
    expect(takeTitleFocus()).toBe(false);
    wantTitleFocus();
    expect(takeTitleFocus()).toBe(true);
    expect(takeTitleFocus()).toBe(false);
  });

  it('a form shows what the terminal refuses, not that none answered', () => {
    expect([isRefusal({ code: 40302, field: '' }), isRefusal({ code: 0, field: '' })]).toEqual([true, false]);
  });
});
