/** Walks a page at random beside a naive model that says, after each act, what is on the screen and what is not. */
import { cleanup, fireEvent, render } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { polling } from '../../web/lib/polling.ts';
import { setSession } from '../../web/lib/session.ts';
import { ConfirmHost } from '../../web/ui/ConfirmHost.tsx';
import { pendingQuestion } from '../../web/ui/confirm.ts';
import { ToastRegion } from '../../web/ui/ToastRegion.tsx';
import { clearToasts, currentToasts } from '../../web/ui/toast.ts';
import { Random, runSeed } from '../harness/random.ts';
import { account } from './account.ts';
import './browser.ts';

/** Something that a person, the terminal or somebody else does. It changes the page and the model alike. */
export interface WalkAct<World> {
  readonly name: string;
  /** How often it is chosen beside the others; 1 when left out. */
  readonly weight?: number;
  /** Whether it is possible now; left out: always. */
  readonly can?: (world: World) => boolean;
  /** What it does; a text returned is noted beside its name. */
  readonly run: (world: World, random: Random) => unknown;
}

export interface Walk<World> {
  /** Shows the page in its first state. */
  readonly start: (random: Random) => World;
  readonly acts: readonly WalkAct<World>[];
  /** All lines of the screen, in the order of the document. */
  readonly expected: (world: World) => readonly string[];
  /** The lines that are there; left out: screenLines() of the document. */
  readonly seen?: (world: World) => readonly string[];
  /** Puts what outlives a page back. */
  readonly end?: (world: World) => void;
  readonly walks: number;
  readonly steps: number;
  readonly seed: number;
}

/** Time in which an answer that is there is drawn, in milliseconds of the fake clock: longer than any read is left out
 * because the last was a moment ago. */
export const SETTLE_MS = 600;

/* SWR hears of the focus by a timer that it took before the clock was faked. */
const realTimeout = globalThis.setTimeout;

/** Within this time SWR reads once for all that get the focus. */
const FOCUS_MS = 5000;

/** Lets the page do what it does in this time. */
export async function pass(ms = SETTLE_MS): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Time after which a page that is opened again reads all of it again, in milliseconds. */
const AWAY_MS = 3000;

/** A page with the console's own cache, pace of reading, questions and messages, which can be left and opened again. */
export class Stage {
  #page: ReactNode;
  #shown: ReturnType<typeof render> | undefined;

  open(page: ReactNode): void {
    this.#page = page;
    this.#shown = render(this.#around(page));
  }

  #around(page: ReactNode): ReactNode {
    return (
      <SWRConfig value={polling}>
        <MemoryRouter>{page}</MemoryRouter>
        <ConfirmHost />
        <ToastRegion />
      </SWRConfig>
    );
  }

  /** Shows another page for a while. */
  async leave(): Promise<void> {
    this.#shown?.rerender(this.#around(null));
    await pass(AWAY_MS);
  }

  comeBack(): void {
    this.#shown?.rerender(this.#around(this.#page));
  }

  /** The window gets the focus, after something else had it. */
  async focus(): Promise<void> {
    await pass(FOCUS_MS);
    fireEvent(window, new Event('focus'));
    await new Promise((resolve) => realTimeout(resolve));
    await pass();
  }
}

/** Most that the walks of a page may take on a busy machine, in milliseconds. */
const WALK_MS = 600_000;

let sessions = 0;

/** Somebody signs in on this tab; who was signed in before has left. */
export function signIn(): void {
  setSession(account({ token: `session ${++sessions}` }));
}

/** Declares the test of a page. */
export function walkTest<World>(title: string, walk: Walk<World>): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    setSession(null);
  });
  it(title, { timeout: WALK_MS }, async () => {
    const first = runSeed(walk.seed);
    for (let at = 0; at < walk.walks; at++) await oneWalk(walk, new Random(first + at));
  });
}

async function oneWalk<World>(walk: Walk<World>, random: Random): Promise<void> {
  const steps: string[] = [];
  const told = () => `SEED=${random.seed}, after: ${steps.join('; ') || 'the start'}`;
  signIn();
  const world = walk.start(random);
  const compare = () => {
    const said = currentToasts().map(({ tone, text }) => `toast ${tone} ${oneLine(text)}`);
    clearToasts();
    expect([...(walk.seen?.(world) ?? screenLines()), ...said], told()).toEqual(walk.expected(world));
  };
  try {
    await pass();
    compare();
    for (let step = 0; step < walk.steps; step++) {
      const act = chosen(walk.acts, world, random);
      steps.push(act.name);
      /* Somebody sits before the page: reads that repeat themselves go on. */
      fireEvent.pointerMove(document.body);
      const note: unknown = await act.run(world, random);
      if (typeof note === 'string') steps[steps.length - 1] += ` (${note})`;
      await pass();
      compare();
    }
  } catch (error) {
    if (error instanceof Error && !error.message.includes('SEED=')) error.message = `${told()}\n${error.message}`;
    throw error;
  } finally {
    walk.end?.(world);
    await forget();
  }
}

function chosen<World>(acts: readonly WalkAct<World>[], world: World, random: Random): WalkAct<World> {
  const possible = acts.filter(({ can }) => can?.(world) ?? true);
  let left = random.unit() * possible.reduce((sum, { weight = 1 }) => sum + weight, 0);
  for (const act of possible) {
    left -= act.weight ?? 1;
    if (left < 0) return act;
  }
  throw new Error('no act is possible');
}

/** Nothing of one walk is there in the next. */
async function forget(): Promise<void> {
  pendingQuestion()?.answer(false);
  cleanup();
  await pass();
  clearToasts();
  localStorage.clear();
  sessionStorage.clear();
  await mutate(() => true, undefined);
}

export const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

const LINES: Readonly<Record<string, (element: Element) => string>> = {
  'h1, h2, h3': (element) => `# ${oneLine(element.textContent)}`,
  button: (element) => `[${nameOf(element)}]${stateOf(element)}`,
  'input[type=checkbox], input[type=radio]': (element) =>
    `${(element as HTMLInputElement).checked ? '(x)' : '( )'} ${labelOf(element)}${stateOf(element)}`,
  'input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea': (element) =>
    `${labelOf(element)}: ${(element as HTMLInputElement).value}${stateOf(element)}`,
  select: (element) => `${labelOf(element)}: ${(element as HTMLSelectElement).value}${stateOf(element)}`,
  '.notice': (element) => `! ${oneLine(element.textContent)}`,
  '.field-error': (element) => (element.textContent === '' ? '' : `error ${oneLine(element.textContent)}`),
  '.empty': (element) => `empty ${oneLine(element.querySelector('.empty-title')?.textContent)}`,
  '.progress': (element) => `… ${oneLine(element.querySelector('.meter-head')?.textContent)}`,
  '.change-bar-text, .change-bar-warning': (element) => `= ${oneLine(element.textContent)}`,
};

/** What a person finds on the screen, a line each. `more`: selectors of the page's own, with the word before their text. */
export function screenLines(more: Readonly<Record<string, string>> = {}, root: Element = document.body): string[] {
  const kinds = new Map(Object.entries(LINES));
  for (const [selector, word] of Object.entries(more)) {
    kinds.set(selector, (element) => `${word} ${oneLine(element.textContent)}`);
  }
  const all = [...root.querySelectorAll([...kinds.keys()].join(','))].filter((element) => !element.closest('.toasts'));
  return all
    .map((element) => [...kinds].find(([selector]) => element.matches(selector))?.[1](element) ?? '')
    .filter((line) => line !== '');
}

function nameOf(element: Element): string {
  return oneLine(element.getAttribute('aria-label') ?? element.textContent);
}

/** The label of a control; of a card the words in its first line. */
function labelOf(element: Element): string {
  const own = element.getAttribute('aria-label');
  if (own !== null) return oneLine(own);
  const around = element.closest('label');
  if (around) return oneLine((around.querySelector('.choice-card-label, .visually-hidden') ?? around).textContent);
  return oneLine(document.querySelector(`label[for="${element.id}"]`)?.textContent);
}

function stateOf(element: Element): string {
  if (element.getAttribute('aria-busy') === 'true') return ' busy';
  return element.matches(':disabled') ? ' off' : '';
}

/** Whether the browser would ask before the tab is closed. */
export function asksToClose(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** The last one of this name: what lies on top of the page comes after it. */
export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].filter((one) => nameOf(one) === name).at(-1);
  if (!found) throw new Error(`no button «${name}»`);
  return found;
}

export const press = (name: string): unknown => fireEvent.click(button(name));

/** Follows a link of the page. */
export function follow(text: string): void {
  const found = [...document.querySelectorAll('a')].find((one) => oneLine(one.textContent) === text);
  if (!found) throw new Error(`no link «${text}»`);
  fireEvent.click(found);
}

function control(label: string): Element {
  const all = [...document.querySelectorAll('input:not([type=file]), select, textarea')];
  const found = all.filter((one) => labelOf(one) === label).at(-1);
  if (!found) throw new Error(`no control «${label}»`);
  return found;
}

export const tick = (label: string): unknown => fireEvent.click(control(label));

export const type = (label: string, value: string): unknown => fireEvent.input(control(label), { target: { value } });

export function select(label: string, value: string): void {
  const found = control(label) as HTMLSelectElement;
  found.value = value;
  fireEvent(found, new Event('change', { bubbles: true }));
}

/** Chooses a file in the last place for one. */
export function pick(file: File): void {
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].at(-1);
  if (!input) throw new Error('no place for a file');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  fireEvent(input, new Event('change', { bubbles: true }));
}

/** A call that is not answered yet. */
interface Held {
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

/** How the terminal answers what somebody does: at once, later, or with a refusal. */
export class Replies {
  /** What the next call is refused with. */
  refuse: Error | undefined;
  /** The next call is held. */
  hold = false;
  #held: Held | undefined;

  /** For the answers of a fake terminal. */
  readonly of =
    <Request, Reply>(reply: (request: Request) => Reply) =>
    (request: Request): Reply | Promise<Reply> => {
      if (this.refuse) {
        const error = this.refuse;
        this.refuse = undefined;
        throw error;
      }
      if (!this.hold) return reply(request);
      this.hold = false;
      return new Promise<Reply>((resolve, reject) => {
        const answer = (): void => {
          try {
            resolve(reply(request));
          } catch (error) {
            reject(error);
          }
        };
        this.#held = { answer, fail: reject };
      });
    };

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** The terminal does what was asked and answers. */
  answer(): void {
    this.#held?.answer();
    this.#held = undefined;
  }

  fail(error: Error): void {
    this.#held?.fail(error);
    this.#held = undefined;
  }
}
