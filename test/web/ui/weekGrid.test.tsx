import '../browser.ts';
import { fireEvent, screen, within } from '@testing-library/preact';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setHour24 } from '../../../web/lib/clockFace.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import type { Interval, Week } from '../../../web/lib/week.ts';
import { WeekGrid } from '../../../web/ui/WeekGrid.tsx';
import { show } from '../show.tsx';

beforeAll(() => activateLanguage('en'));

let last: Week = [];
beforeEach(() => setHour24(true));

function Page({ start, several }: { start: Week; several: boolean }) {
  const [value, setValue] = useState<Week>(start);
  last = value;
  return <WeekGrid label="Hours" value={value} onChange={setValue} several={several} most={3} />;
}

const showWeek = (start: Week, several = true) => show(<Page start={start} several={several} />);
const at = (day: number, start: number, end: number): Interval => ({ day, start, end });
const cursor = () => screen.getByRole('slider', { name: 'Hours: cursor' });
const press = (...keys: string[]) => {
  for (const key of keys) {
    const shiftKey = key.startsWith('Shift+');
    fireEvent.keyDown(cursor(), { key: key.replace('Shift+', ''), shiftKey });
  }
};
const sentences = () =>
  within(screen.getByRole('list', { name: 'Hours' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

/* The week of English begins on Sunday; the cursor starts there at 08:00. */
describe('a painted week', () => {
  it('is read as sentences', () => {
    showWeek([at(1, 480, 1050), at(0, 0, 1439), at(5, 1320, 360)]);
    expect(sentences()).toEqual(['Sunday, all day', 'Monday, 08:00 to 17:30', 'Friday, 22:00 to 06:00 the next day']);
  });

  it('follows the terminal’s 12 hours', () => {
    setHour24(false);
    showWeek([at(1, 480, 1050)]);
    expect(sentences()[0]).toMatch(/Monday, 08:00\sAM to 05:30\sPM/);
  });

  it('is painted with one stop of the keyboard, which says where it is', () => {
    showWeek([]);
    expect(cursor().getAttribute('aria-valuetext')).toBe('Sunday, 08:00, free');
    press('ArrowDown', 'Enter', 'PageDown', 'PageDown');
    expect(cursor().getAttribute('aria-valuetext')).toContain('painting 08:00 to 10:00');
    cursor().focus();
    press('Enter');
    expect(last).toEqual([at(1, 480, 600)]);
    expect(screen.getByText('Monday, 08:00 to 10:00', { selector: '[role=status]' })).toBeTruthy();
    press('ArrowDown');
    expect(document.activeElement).toBe(cursor());
    expect(screen.getAllByRole('slider')).toHaveLength(1);
  });

  it('takes back what was done last, and only what was done here', () => {
    showWeek([]);
    const undo = screen.getByRole('button', { name: 'Undo' }) as HTMLButtonElement;
    expect(undo.disabled).toBe(true);
    press('Enter', 'PageDown', 'Enter', 'End', 'PageUp', 'Enter', 'End', 'Enter');
    expect(last).toHaveLength(2);
    fireEvent.click(undo);
    expect(last).toEqual([at(0, 480, 540)]);
    fireEvent.click(undo);
    expect(last).toEqual([]);
    expect(undo.disabled).toBe(true);
  });

  it('has no more intervals than there may be', () => {
    showWeek([at(1, 0, 60), at(2, 0, 60), at(3, 0, 60)]);
    press('Enter', 'PageDown', 'Enter');
    expect(last).toHaveLength(3);
    expect(screen.getByText('No more than 3 intervals')).toBeTruthy();
    for (const add of screen.getAllByRole('button', { name: /^Add an interval/ })) {
      expect((add as HTMLButtonElement).disabled).toBe(true);
    }
  });

  it('copies the day of the cursor to others, and clears it', () => {
    showWeek([at(0, 480, 600)]);
    fireEvent.click(screen.getByRole('button', { name: 'Copy Sunday to' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Tuesday' }));
    expect(last).toEqual([at(0, 480, 600), at(2, 480, 600)]);
    fireEvent.click(screen.getByRole('button', { name: 'Clear Sunday' }));
    expect(last).toEqual([at(2, 480, 600)]);
  });

  it('copies the day whose times have the focus, so that what was just typed is not replaced', () => {
    showWeek([at(0, 480, 600), at(3, 540, 1020)]);
    const end = screen.getByLabelText('Wednesday: end');
    fireEvent.focus(end);
    fireEvent.input(end, { target: { value: '18:00' } });
    fireEvent.click(screen.getByRole('button', { name: 'Copy Wednesday to' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sunday' }));
    expect(last).toEqual([at(0, 540, 1080), at(3, 540, 1080)]);
  });

  it('a day with nothing on it is not copied over others', () => {
    showWeek([at(0, 480, 600)]);
    fireEvent.focus(screen.getByRole('button', { name: 'Add an interval on Tuesday' }));
    const copy = screen.getByRole('button', { name: 'Copy Tuesday to' }) as HTMLButtonElement;
    expect(copy.disabled).toBe(true);
    fireEvent.focus(screen.getByLabelText('Sunday: end'));
    expect(copy.disabled).toBe(false);
  });

  it('is filled in as times too', () => {
    showWeek([at(1, 480, 600)], false);
    const end = screen.getByLabelText('Monday: end');
    fireEvent.input(end, { target: { value: '17:23' } });
    expect(last).toEqual([at(1, 480, 1043)]);
    fireEvent.input(end, { target: { value: '' } });
    expect(last).toEqual([at(1, 480, 1043)]);
    fireEvent.input(end, { target: { value: '06:00' } });
    expect(last).toEqual([at(1, 480, 360)]);
    expect(screen.getByText('ends the next day')).toBeTruthy();
    fireEvent.input(end, { target: { value: '08:00' } });
    expect(screen.getByText(/^never: start and end/)).toBeTruthy();
  });

  it('loses an interval whose times are both emptied, once they are left', () => {
    showWeek([at(1, 480, 600), at(2, 480, 600)]);
    const start = screen.getByLabelText('Monday: start');
    const end = screen.getByLabelText('Monday: end');
    fireEvent.input(start, { target: { value: '' } });
    fireEvent.input(end, { target: { value: '' } });
    expect(last).toHaveLength(2);
    fireEvent.blur(end, { relatedTarget: start });
    expect(last).toHaveLength(2);
    fireEvent.blur(start, { relatedTarget: document.body });
    expect(last).toEqual([at(2, 480, 600)]);
  });

  it('adds hours to a day with the button beside it', () => {
    showWeek([]);
    fireEvent.click(screen.getByRole('button', { name: 'Add an interval on Wednesday' }));
    expect(last).toEqual([at(3, 480, 1020)]);
    fireEvent.click(screen.getByRole('button', { name: /^Remove Wednesday/ }));
    expect(last).toEqual([]);
  });
});
