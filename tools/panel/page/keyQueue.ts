// The keypad processes keys in the order in which they are pressed, however fast.

import type { Command, Menu } from '../protocol.ts';
import type { Key } from './Device.tsx';
import { choosesEntry, typed } from './state.ts';

/** Time limit for the menu's answer to a key. It answers each key; only a key that another part handled gets no answer. */
const answerMs = 10_000;

export interface Keypad {
  /** Current menu on the display. */
  readonly menu: () => Menu;
  readonly send: (command: Command) => Promise<void>;
  /** Typed digits that were not sent yet. */
  readonly show: (pin: string) => void;
}

/**
 * The menu decides the meaning of a key: a digit selects an entry at once, or waits for OK. So until the menu has answered
 * a key, later keys wait.
 */
export class KeyQueue {
  readonly #keypad: Keypad;
  readonly #waiting: Key[] = [];
  #pin = '';
  #isBusy = false;
  #onMenu: () => void = () => undefined;

  constructor(keypad: Keypad) {
    this.#keypad = keypad;
  }

  press(key: Key): void {
    this.#waiting.push(key);
    if (!this.#isBusy) void this.#work();
  }

  /** The menu has answered. */
  menuSaid(): void {
    this.#onMenu();
  }

  /** Waits for the answer, up to the time limit. */
  async #menuSays(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#onMenu = resolve;
      timer = setTimeout(resolve, answerMs);
    });
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let key = this.#waiting.shift(); key !== undefined; key = this.#waiting.shift()) {
      const command = this.#take(key);
      if (command !== undefined) await this.#send(command, key === 'menu');
    }
    this.#isBusy = false;
  }

  /** Commands to send for a key. */
  #take(key: Key): Command | undefined {
    const { menu, show } = this.#keypad;
    if (choosesEntry(menu(), key)) return { do: 'pin', digits: key };
    const before = this.#pin;
    this.#pin = typed(before, key);
    show(this.#pin);
    if (key === 'menu') return { do: 'key', key };
    return key === 'ok' && before !== '' ? { do: 'pin', digits: before } : undefined;
  }

  async #send(command: Command, opens: boolean): Promise<void> {
    const { menu, send } = this.#keypad;
    const isForMenu = opens || menu().page !== 'closed';
    const said = this.#menuSays();
    await send(command);
    if (!isForMenu) return;
    await said;
    if (menu().page === 'working') await this.#menuSays();
  }
}
