// The keypad takes keys in the order in which they are pressed, however fast that is.

import type { Command, Menu } from '../protocol.ts';
import type { Key } from './Device.tsx';
import { choosesEntry, typed } from './state.ts';

/** How long the menu may take to say what came of a key. It says so of each key; only one that went to another part gets no answer. */
const answerMs = 10_000;

export interface Keypad {
  /** What the display has of the menu by now. */
  readonly menu: () => Menu;
  readonly send: (command: Command) => Promise<void>;
  /** What is typed and was not sent yet. */
  readonly show: (pin: string) => void;
}

/**
 * What a key means is for the menu to say: a figure chooses an entry at once, or waits for OK. So while the menu has not said what came
 * of a key, those behind it wait.
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

  /** The menu has said something. */
  menuSaid(): void {
    this.#onMenu();
  }

  /** Waits for that, so long at most. */
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

  /** What has to be sent because of a key. */
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
