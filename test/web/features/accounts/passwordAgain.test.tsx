import { resetCertificateCall } from '@gen/network.ts';
import type { Send } from '@gen/runtime.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { PasswordAgain } from '../../../../web/features/accounts/password/PasswordAgain.tsx';
import { askingAgain } from '../../../../web/lib/askPassword.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import '../../browser.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';

let isFresh: boolean;
let made: string[];
/** A terminal that asks for the password before everything. */
const plain: Send = async (call) => {
  made.push(call.name);
  if (!isFresh) throw refusal(call.name, 12044);
  return {} as never;
};
const call = () => askingAgain(plain)(resetCertificateCall, {});
const box = () => screen.findByLabelText('Password') as Promise<HTMLInputElement>;
const type = async (password: string) => {
  const input = await box();
  fireEvent.input(input, { target: { value: password } });
  fireEvent.submit(input.closest('form') as HTMLFormElement);
};

beforeAll(async () => {
  await activateLanguage('en');
});
beforeEach(() => {
  isFresh = false;
  made = [];
});

it('asks, and makes the call again once the password was verified', async () => {
  const asked = fakeTerminal({
    confirmPassword: ({ password }: { password: string }) => {
      if (password !== '704182') throw refusal('confirmPassword', 40302);
      isFresh = true;
      return {};
    },
  });
  render(<PasswordAgain />);
  const answer = call();
  await type('111111');
  expect(await screen.findByText('Password error or timeout')).toBeTruthy();
  expect(screen.getByText('Check what you typed and try again.')).toBeTruthy();
  expect(made).toHaveLength(1);
  await type('704182');
  await answer;
  expect(made).toEqual(['resetCertificate', 'resetCertificate']);
  expect(asked).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('puts one question for two calls, and makes neither again when it is cancelled', async () => {
  fakeTerminal({});
  render(<PasswordAgain />);
  const outcomes = Promise.allSettled([call(), call()]);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(made).toHaveLength(2);
});

it('leaves every other refusal to its caller', async () => {
  fakeTerminal({});
  render(<PasswordAgain />);
  const send: Send = async ({ name }) => {
    throw refusal(name, 12002);
  };
  await expect(askingAgain(send)(resetCertificateCall, {})).rejects.toMatchObject({ code: 12002 });
  expect(screen.queryByRole('dialog')).toBeNull();
});
