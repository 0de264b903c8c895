/** The form engine by itself: when it complains, what it sends, and that nothing is sent twice. */
import '../browser.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { typedSince, withoutNames } from '../../../web/lib/form/edits.ts';
import { submitting, useForm } from '../../../web/lib/form/useForm.ts';
import { useRequest } from '../../../web/lib/form/useRequest.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { FormDialog } from '../../../web/ui/FormDialog.tsx';
import { TextField } from '../../../web/ui/TextField.tsx';
import { refusal } from '../fakeTerminal.ts';

interface Door {
  readonly name: string;
  readonly code: string;
}

let sent: Partial<Door>[] = [];
let answer: () => Promise<boolean> = () => Promise.resolve(true);
const unseen = vi.fn();

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(true);
  unseen.mockClear();
});

/** A name of at most four characters, said at once; a code of at least two, said when it is left. */
function DoorForm({ withCode = true }: { withCode?: boolean }) {
  const form = useForm<Door, Door>(
    { name: 'Gate', code: '11' },
    {
      valuesOf: (base) => base,
      editsOf: (base, typed) => typedSince<Door>(base, typed, (_, a, b) => a === b),
      check: ({ values: { name, code } }) => ({
        ...(name.length > 4 ? { name: { text: 'too long', atOnce: true } } : {}),
        ...(code.length < 2 ? { code: { text: 'too short', atOnce: false } } : {}),
      }),
      placeOf: ({ code, field }) => (code === 12020 ? undefined : field),
      onUnseen: unseen,
    },
  );
  const submit = () =>
    form.submit(() => {
      sent.push(form.edits);
      return answer();
    });
  return (
    <form ref={form.formRef} onSubmit={submitting(form.busy, submit)}>
      <TextField
        {...form.field('name')}
        label="Name"
        value={form.values.name}
        onChange={(name) => form.set({ name })}
      />
      {withCode && (
        <TextField
          {...form.field('code')}
          label="Code"
          value={form.values.code}
          onChange={(code) => form.set({ code })}
        />
      )}
      <output>{form.busy ? 'busy' : 'idle'}</output>
      <button type="submit">send</button>
      <button type="button" onClick={form.forget}>
        forget
      </button>
      <button type="button" onClick={() => form.keep('code')}>
        keep
      </button>
    </form>
  );
}

const box = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.input(box(label), { target: { value } });
const leave = (label: string) =>
  act(() => {
    box(label).focus();
    box(label).blur();
  });
const send = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);
const refusing = (code: number, field: string) => () => Promise.reject(refusal('Door', code, { field }));

describe('complaints', () => {
  it('that typing on will not mend are said at once', () => {
    render(<DoorForm />);
    type('Name', 'Gates');
    expect(screen.getByText('too long')).toBeTruthy();
    type('Name', 'Gat');
    expect(screen.queryByText('too long')).toBeNull();
  });

  it('others are said when the field was left', () => {
    render(<DoorForm />);
    type('Code', '1');
    expect(screen.queryByText('too short')).toBeNull();
    leave('Name');
    expect(screen.queryByText('too short')).toBeNull();
    leave('Code');
    expect(screen.getByText('too short')).toBeTruthy();
  });

  it('or when it is to be sent, which it then is not; the first has the focus', () => {
    render(<DoorForm />);
    type('Code', '1');
    send();
    expect(screen.getByText('too short')).toBeTruthy();
    expect(document.activeElement).toBe(box('Code'));
    box('Name').focus();
    send();
    expect(document.activeElement).toBe(box('Code'));
    expect(sent).toEqual([]);
  });

  it('are forgotten, and so is that it was sent and left', () => {
    render(<DoorForm />);
    type('Code', '1');
    leave('Code');
    send();
    fireEvent.click(screen.getByText('forget'));
    expect(screen.queryByText('too short')).toBeNull();
    type('Code', '2');
    expect(screen.queryByText('too short')).toBeNull();
  });

  it('about a field that is gone neither stand in the way nor are sent', async () => {
    const { rerender } = render(<DoorForm />);
    type('Name', 'Yard');
    type('Code', '1');
    rerender(<DoorForm withCode={false} />);
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull());
    send();
    expect(sent).toEqual([{ name: 'Yard' }]);
    expect(unseen).not.toHaveBeenCalled();
  });
});

describe('what the terminal refuses', () => {
  it('stands at its field, with the focus, until that is typed into or taken back', async () => {
    answer = refusing(12007, 'code');
    render(<DoorForm />);
    type('Code', '22');
    send();
    expect(await screen.findByText('This value is outside its limits')).toBeTruthy();
    expect(document.activeElement).toBe(box('Code'));
    type('Name', 'Yard');
    expect(screen.getByText('This value is outside its limits')).toBeTruthy();
    fireEvent.click(screen.getByText('keep'));
    expect(screen.queryByText('This value is outside its limits')).toBeNull();
    expect(box('Code').value).toBe('11');
    send();
    await screen.findByText('idle');
  });

  it('about a field that is not here is said elsewhere, and what is not for the form is not said', async () => {
    answer = refusing(12007, 'volume');
    render(<DoorForm />);
    send();
    await waitFor(() => expect(unseen).toHaveBeenCalledWith('volume', 'This value is outside its limits'));
    answer = refusing(12020, 'name');
    send();
    await waitFor(() => expect(sent).toHaveLength(2));
    await screen.findByText('idle');
    expect(unseen).toHaveBeenCalledTimes(1);
    expect(box('Name').getAttribute('aria-invalid')).toBeNull();
  });
});

it('sends once however often it is asked while it runs, and can be sent again then', async () => {
  let done = (_: boolean) => {};
  answer = () =>
    new Promise((resolve) => {
      done = resolve;
    });
  render(<DoorForm />);
  type('Name', 'Yard');
  send();
  await screen.findByText('busy');
  send();
  send();
  expect(sent).toEqual([{ name: 'Yard' }]);
  done(true);
  await screen.findByText('idle');
  send();
  await waitFor(() => expect(sent).toHaveLength(2));
});

it('the focus goes to what belongs to the form, wherever it stands, and not to what is another form’s', async () => {
  function Split() {
    const form = useForm<Pick<Door, 'name'>, Pick<Door, 'name'>>(
      { name: 'Gate' },
      {
        valuesOf: (base) => base,
        editsOf: (_, typed) => typed,
        check: () => ({ name: { text: 'wrong', atOnce: false } }),
        placeOf: () => undefined,
        onUnseen: unseen,
      },
    );
    return (
      <>
        <form id="own" ref={form.formRef} onSubmit={submitting(form.busy, () => form.submit(answer))}>
          <input form="other" aria-invalid="true" aria-label="Other" />
        </form>
        <TextField {...form.field('name')} form="own" label="Name" value="Gate" onChange={() => undefined} />
        <form id="other" />
      </>
    );
  }
  render(<Split />);
  send();
  await screen.findByText('wrong');
  expect(document.activeElement).toBe(box('Name'));
});

describe('a request', () => {
  const asked = vi.fn();
  const onClose = vi.fn();

  beforeEach(() => {
    asked.mockReset();
    onClose.mockClear();
  });

  function Ask({ wayOut }: { wayOut?: string }) {
    const form = useRequest({
      start: { name: '' },
      check: ({ name }) => (name === '' ? { name: 'needed' } : {}),
      placeOf: () => 'name',
      send: async (values) => asked(values),
    });
    return (
      <FormDialog title="Ask" form={form} action="Go" wayOut={wayOut} onClose={onClose}>
        <TextField
          {...form.field('name')}
          label="Name"
          value={form.values.name}
          onChange={(name) => form.set({ name })}
        />
      </FormDialog>
    );
  }

  it('is not judged before it is sent for the first time, then while it is typed', async () => {
    render(<Ask />);
    leave('Name');
    expect(screen.queryByText('needed')).toBeNull();
    send();
    expect(screen.getByText('needed')).toBeTruthy();
    expect(document.activeElement).toBe(box('Name'));
    type('Name', 'x');
    expect(screen.queryByText('needed')).toBeNull();
    send();
    await waitFor(() => expect(asked.mock.calls).toEqual([[{ name: 'x' }]]));
  });

  it('after too many tries is not sent before its time, by no button and no key', async () => {
    asked.mockRejectedValue(refusal('Ask', 12004, { retryAfter: 75 }));
    render(<Ask />);
    type('Name', 'x');
    send();
    const button = (await screen.findByRole('button', { name: /^Wait 1:1[45]$/ })) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    send();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('any other refusal lets it be sent again at once', async () => {
    asked.mockRejectedValueOnce(refusal('Ask', 12007, { field: 'other', retryAfter: 75 }));
    render(<Ask />);
    type('Name', 'x');
    send();
    await screen.findByText('This value is outside its limits');
    expect(box('Name').getAttribute('aria-invalid')).toBe('true');
    send();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  });

  it('says what is about none of its fields elsewhere, follows what it starts from, and takes back what is typed', async () => {
    function Free({ start }: { start: string }) {
      const form = useRequest({
        start: { name: start },
        check: () => ({}),
        placeOf: (code) => (code === 12007 ? 'name' : ''),
        onUnseen: (text) => unseen(text),
        send: async (values) => asked(values),
      });
      return (
        <>
          <TextField
            {...form.field('name')}
            label="Name"
            value={form.values.name}
            onChange={(name) => form.set({ name })}
          />
          <output>{form.isTouched ? 'touched' : 'untouched'}</output>
          <button type="button" onClick={() => void form.ask()}>
            ask
          </button>
          <button type="button" onClick={form.discard}>
            discard
          </button>
        </>
      );
    }
    const { rerender } = render(<Free start="a" />);
    rerender(<Free start="b" />);
    expect(box('Name').value).toBe('b');
    type('Name', 'x');
    rerender(<Free start="c" />);
    expect(box('Name').value).toBe('x');
    asked.mockRejectedValueOnce(refusal('Ask', 12013));
    fireEvent.click(screen.getByText('ask'));
    await waitFor(() => expect(unseen).toHaveBeenCalledTimes(1));
    expect(box('Name').getAttribute('aria-invalid')).toBeNull();
    asked.mockRejectedValueOnce(refusal('Ask', 12007));
    fireEvent.click(screen.getByText('ask'));
    await screen.findByText('This value is outside its limits');
    expect(screen.getByText('touched')).toBeTruthy();
    fireEvent.click(screen.getByText('discard'));
    expect(box('Name').value).toBe('c');
    expect(screen.getByText('untouched')).toBeTruthy();
    expect(screen.queryByText('This value is outside its limits')).toBeNull();
    expect(asked.mock.calls).toEqual([[{ name: 'x' }], [{ name: 'x' }]]);
  });

  it('cannot be left while it runs', async () => {
    let done = () => {};
    asked.mockReturnValue(
      new Promise<void>((resolve) => {
        done = resolve;
      }),
    );
    render(<Ask />);
    type('Name', 'x');
    send();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).toBeNull());
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    expect(onClose).not.toHaveBeenCalled();
    done();
    await screen.findByRole('button', { name: 'Close' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('with one way out has no other', () => {
    render(<Ask wayOut="Log out" />);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('edits', () => {
  const same = (_: string, a: unknown, b: unknown) => a === b;

  it('typed since a save are those that it did not have', () => {
    expect(typedSince<Door>({ name: 'a', code: '1' }, { name: 'a', code: '2' }, same)).toEqual({ code: '2' });
    expect(typedSince<Door>({ name: 'a' }, { name: 'b', code: '1' }, same)).toEqual({ name: 'b', code: '1' });
    expect(typedSince<Door>({ name: 'a', code: '1' }, {}, same)).toEqual({});
  });

  it('can be left out by name', () => {
    expect(withoutNames({ a: 1, b: 2 }, new Set(['a', 'c']))).toEqual({ b: 2 });
  });
});
