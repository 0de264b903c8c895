import '../browser.ts';
import { act, fireEvent, render, screen } from '@testing-library/preact';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { setHour24 } from '../../../web/lib/clockFace.ts';
import { activateLanguage, formatMinute, formatWall } from '../../../web/lib/i18n.ts';
import { TimeField } from '../../../web/ui/TimeField.tsx';

beforeAll(() => activateLanguage('en'));
afterEach(() => setHour24(true));

let told: string[] = [];
const show = (start: string, seconds = false): HTMLInputElement => {
  told = [];
  function Shown() {
    const [value, setValue] = useState(start);
    return (
      <TimeField
        name="time"
        label="Time"
        seconds={seconds}
        value={value}
        onChange={(next) => {
          told.push(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Shown />);
  const box: HTMLInputElement = screen.getByLabelText('Time');
  box.focus();
  return box;
};
const type = (box: HTMLInputElement, text: string) => act(() => void fireEvent.input(box, { target: { value: text } }));
const leave = (box: HTMLInputElement) => act(() => box.blur());
const press = (box: HTMLInputElement, key: string) => act(() => void fireEvent.keyDown(box, { key }));

it('writes 24 hours or 12 as the terminal does, at once when that changes', async () => {
  const box = show('19:30');
  expect(box.value).toBe('19:30');
  setHour24(false);
  await expect.poll(() => box.value).toBe('07:30 PM');
  expect(formatMinute(1170)).toBe('07:30 PM');
  expect(formatWall(70_200_000, { timeStyle: 'short' })).toMatch(/^7:30\sPM$/);
});

it('takes digits alone, tells of a whole time at once, and writes it out when it is left', async () => {
  const box = show('');
  for (const text of ['0', '07', '073', '0730']) await type(box, text);
  expect(told).toEqual(['07:30']);
  expect(box.value).toBe('0730');
  await leave(box);
  expect(box.value).toBe('07:30');
});

it('takes what is short when it is left, and nothing that is no time', async () => {
  const box = show('07:30');
  await type(box, '9');
  expect(told).toEqual([]);
  await press(box, 'Enter');
  expect(told).toEqual(['09:00']);
  await type(box, '99:99');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await leave(box);
  expect(told).toEqual(['09:00']);
  expect(box.value).toBe('09:00');
  expect(box.getAttribute('aria-invalid')).toBeNull();
});

it('changes the part at the caret with the arrow keys, the half of the day too', async () => {
  setHour24(false);
  const box = show('07:30:00', true);
  box.focus();
  const turn = async (key: string, at: number) => {
    box.setSelectionRange(at, at);
    await press(box, key);
    return box.value;
  };
  expect(await turn('ArrowUp', 0)).toBe('08:30:00 AM');
  expect(await turn('ArrowDown', 4)).toBe('08:29:00 AM');
  expect(await turn('ArrowDown', 7)).toBe('08:28:59 AM');
  expect(await turn('ArrowUp', 10)).toBe('08:28:59 PM');
  expect([box.selectionStart, box.selectionEnd]).toEqual([9, 11]);
  expect(told.at(-1)).toBe('20:28:59');
});

it('Escape takes back what was typed since the field was entered', async () => {
  const box = show('07:30');
  await type(box, '0930');
  expect(told).toEqual(['09:30']);
  await press(box, 'Escape');
  expect(told).toEqual(['09:30', '07:30']);
  expect(box.value).toBe('07:30');
});
