import '../browser.ts';
import { render, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { useDocumentTitle, useTitleSubject } from '../../../web/lib/documentTitle.ts';
import { writePreference } from '../../../web/lib/preferences.ts';

beforeEach(() => localStorage.clear());

function Page({ title, device, subject }: { title: string; device?: string | undefined; subject?: string }) {
  useDocumentTitle(title, device);
  return subject === undefined ? null : <About subject={subject} />;
}

function About({ subject }: { subject: string }) {
  useTitleSubject(subject);
  return null;
}

it('names the page and whom it is about, the terminal and the brand', async () => {
  const { rerender } = render(<Page title="Edit user" device="Front door" subject="7" />);
  await waitFor(() => expect(document.title).toBe('Edit user 7 – Front door – Postern'));
  rerender(<Page title="Edit user" device="Front door" subject="7 Ana Torres" />);
  await waitFor(() => expect(document.title).toBe('Edit user 7 Ana Torres – Front door – Postern'));
  rerender(<Page title="User list" device="Front door" />);
  await waitFor(() => expect(document.title).toBe('User list – Front door – Postern'));
});

it('has the name that this browser remembers before the terminal says it, and none that only repeats the brand', async () => {
  const { rerender } = render(<Page title="Sign in" />);
  await waitFor(() => expect(document.title).toBe('Sign in – Postern'));
  writePreference('device', 'Back door');
  rerender(<Page title="Sign in" />);
  await waitFor(() => expect(document.title).toBe('Sign in – Back door – Postern'));
  rerender(<Page title="User list" device="Postern" />);
  await waitFor(() => expect(document.title).toBe('User list – Postern'));
});
