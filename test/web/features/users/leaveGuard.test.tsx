import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useLeaveGuard } from '../../../../web/lib/leaveGuard.ts';
import { setSession } from '../../../../web/lib/session.ts';
import './world.tsx';

function Form({ dirty }: { dirty: boolean }) {
  const guard = useLeaveGuard(dirty);
  return (
    <>
      <p>the form</p>
      <Link to="/elsewhere">elsewhere</Link>
      <Link to="/elsewhere" replace>
        instead
      </Link>
      {guard.asking && (
        <>
          <button type="button" onClick={guard.stay}>
            stay
          </button>
          <button type="button" onClick={guard.leave}>
            leave
          </button>
        </>
      )}
    </>
  );
}

function show(dirty: boolean) {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/list" element={<Link to="/form">to the form</Link>} />
        <Route path="/form" element={<Form dirty={dirty} />} />
        <Route path="/elsewhere" element={<p>another page</p>} />
      </Routes>
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByText('to the form'));
}

beforeEach(() => window.history.replaceState(null, '', '/list'));
afterEach(cleanup);

it('back asks; staying keeps page and address, leaving goes where back leads', async () => {
  show(true);
  window.history.back();
  await screen.findByText('stay');
  await waitFor(() => expect(window.location.pathname).toBe('/form'));
  fireEvent.click(screen.getByText('stay'));
  expect(screen.getByText('the form')).toBeTruthy();
  window.history.back();
  fireEvent.click(await screen.findByText('leave'));
  await screen.findByText('to the form');
  expect(window.location.pathname).toBe('/list');
});

it.each(['elsewhere', 'instead'])(
  'a link %s asks; staying keeps page and address, leaving goes there',
  async (link) => {
    show(true);
    fireEvent.click(screen.getByText(link));
    fireEvent.click(await screen.findByText('stay'));
    expect(screen.getByText('the form')).toBeTruthy();
    expect(window.location.pathname).toBe('/form');
    fireEvent.click(screen.getByText(link));
    fireEvent.click(await screen.findByText('leave'));
    expect(await screen.findByText('another page')).toBeTruthy();
    expect(window.location.pathname).toBe('/elsewhere');
  },
);

it('a link that takes the place of the form leaves the entry before it', async () => {
  show(true);
  fireEvent.click(screen.getByText('instead'));
  fireEvent.click(await screen.findByText('leave'));
  await screen.findByText('another page');
  window.history.back();
  await screen.findByText('to the form');
});

it('once nothing differs any more links of both kinds go at once', () => {
  const page = (dirty: boolean) => (
    <BrowserRouter>
      <Form dirty={dirty} />
    </BrowserRouter>
  );
  const { rerender } = render(page(true));
  rerender(page(false));
  fireEvent.click(screen.getByText('instead'));
  expect(window.location.pathname).toBe('/elsewhere');
  fireEvent.click(screen.getByText('elsewhere'));
  expect(screen.queryByText('stay')).toBeNull();
});

it('without changes back goes at once, and so do links', async () => {
  show(false);
  fireEvent.click(screen.getByText('elsewhere'));
  expect(screen.getByText('another page')).toBeTruthy();
  window.history.back();
  await screen.findByText('the form');
});

it('closing the tab is stopped only while there is something to lose and a session to save it with', () => {
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  show(true);
  expect(closes()).toBe(false);
  setSession(null);
  expect(closes()).toBe(true);
  cleanup();
  window.history.replaceState(null, '', '/list');
  show(false);
  expect(closes()).toBe(true);
});
