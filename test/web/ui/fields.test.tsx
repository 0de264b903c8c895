import { fireEvent, render, screen } from '@testing-library/preact';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { Checkbox } from '../../../web/ui/Checkbox.tsx';
import { NumberField } from '../../../web/ui/NumberField.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import { Segmented } from '../../../web/ui/Segmented.tsx';
import { Select } from '../../../web/ui/Select.tsx';
import { TextField } from '../../../web/ui/TextField.tsx';
import { choose } from '../browser.ts';

beforeAll(() => activateLanguage('en'));

const type = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

describe('a field', () => {
  const describedBy = (box: HTMLElement) =>
    (box.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

  it.each([
    ['in words, which says the same', '64 characters', ['Too long']],
    ['with more than words', <b key="b">64 characters</b>, ['Too long', '64 characters']],
  ])('ties label, hint and error to its control; the error takes the place of a hint %s', (_, hint, described) => {
    const field = (error?: string) => (
      <TextField label="Name" name="username" value="" onChange={vi.fn()} hint={hint} error={error} />
    );
    const { rerender } = render(field());
    const box = screen.getByLabelText('Name');
    expect(box.getAttribute('name')).toBe('username');
    expect(describedBy(box)).toEqual(['64 characters']);
    rerender(field('Too long'));
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(box)).toEqual(described);
    expect(screen.queryByText('64 characters') !== null).toBe(described.length > 1);
    expect(screen.getByRole('alert').textContent).toBe('Too long');
    rerender(field('Too long\nShorten it.'));
    expect(screen.getByText('Shorten it.').className).toBe('lines-help');
    expect(screen.getByRole('alert').textContent).toBe('Too long Shorten it.');
  });

  it('of a group does the same', () => {
    const options = [{ value: 'a', label: 'A' }] as const;
    const group = (error?: string) => (
      <Segmented label="Kind" name="kind" value="a" options={options} onChange={vi.fn()} hint="One" error={error} />
    );
    const { rerender } = render(group());
    expect(describedBy(screen.getByRole('group'))).toEqual(['One']);
    rerender(group('None fits'));
    expect(describedBy(screen.getByRole('group'))).toEqual(['None fits']);
  });

  it('of an address has the keypad with a decimal mark, whatever that is, and takes it for a dot', () => {
    const onChange = vi.fn();
    render(<TextField label="IP" name="address" value="" onChange={onChange} keypad="address" ltr />);
    const box = screen.getByLabelText('IP') as HTMLInputElement;
    expect(box.inputMode).toBe('decimal');
    type(box, '10,0٫4.٣١');
    expect(onChange).toHaveBeenCalledWith('10.0.4.31');
    expect(box.value).toBe('10.0.4.31');
  });

  it('without error and hint is neither invalid nor described', () => {
    render(<TextField label="Name" name="username" value="" onChange={vi.fn()} changed />);
    const box = screen.getByLabelText('Name');
    expect(box.getAttribute('aria-invalid')).toBeNull();
    expect(box.getAttribute('aria-describedby')).toBeNull();
    expect(screen.getByText('changed')).toBeTruthy();
  });

  it('of digits takes digits only, typed or pasted', () => {
    const onChange = vi.fn();
    render(<TextField label="Card" name="cardno" value="" onChange={onChange} digits />);
    type(screen.getByLabelText('Card'), '12 a٣4-5');
    // A keypad in Arabic or Persian writes its own digits.
    expect(onChange).toHaveBeenCalledWith('12345');
    expect((screen.getByLabelText('Card') as HTMLInputElement).value).toBe('12345');
  });
});

describe('a number', () => {
  function Number1({ onChange }: { onChange: (value: number | null) => void }) {
    const [value, setValue] = useState<number | null>(7);
    const set = (next: number | null) => {
      setValue(next);
      onChange(next);
    };
    return <NumberField label="ID" name="userid" value={value} onChange={set} max={999_999_999} />;
  }

  it('is null while nothing is typed, and keeps zeros while they are typed', () => {
    const onChange = vi.fn();
    render(<Number1 onChange={onChange} />);
    const box = screen.getByLabelText('ID') as HTMLInputElement;
    expect(box.value).toBe('7');
    expect(box.maxLength).toBe(9);
    type(box, '');
    expect(onChange).toHaveBeenLastCalledWith(null);
    type(box, '007');
    expect(onChange).toHaveBeenLastCalledWith(7);
    expect(box.value).toBe('007');
  });
});

describe('a password', () => {
  it('is hidden until revealed', () => {
    render(<PasswordField label="Password" name="p" value="1" onChange={vi.fn()} autoComplete="off" />);
    const box = screen.getByLabelText('Password') as HTMLInputElement;
    expect(box.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(box.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(box.type).toBe('password');
  });
});

describe('choices', () => {
  const options = [
    { value: 'a', label: 'One' },
    { value: 'b', label: 'Two' },
  ] as const;

  it('of a select answer the option', () => {
    const onChange = vi.fn();
    render(<Select label="Group" name="group" value="a" options={options} onChange={onChange} />);
    choose(screen.getByLabelText('Group'), 'b');
    expect(onChange).toHaveBeenCalledWith('b');
  });

  it('side by side are radio buttons of one named group', () => {
    const onChange = vi.fn();
    render(<Segmented label="Order" name="order" value="a" options={options} onChange={onChange} />);
    expect(screen.getByRole('group', { name: 'Order' })).toBeTruthy();
    expect((screen.getByLabelText('One') as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByLabelText('Two'));
    expect(onChange).toHaveBeenCalledWith('b');
  });

  it('of a box can be some, and its label can be read out only', () => {
    const onChange = vi.fn();
    render(<Checkbox label="All rows" checked={false} indeterminate hideLabel onChange={onChange} />);
    const box = screen.getByRole('checkbox', { name: 'All rows' }) as HTMLInputElement;
    expect(box.indeterminate).toBe(true);
    fireEvent.click(box);
    expect(onChange).toHaveBeenCalledWith(true);
  });
});
