// A terminal in use, in QEMU: its administrator has a password of his own, and there is a user who must not be lost.

import { writeProvision } from '../../tools/provision/disk.ts';
import { Client } from '../harness/client.ts';
import { adminPassword } from '../harness/terminal.ts';
import { engineerPassword, install, type State, snKey } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';
import { Terminal, type TerminalOptions } from './machine.ts';

export interface SiteOptions extends TerminalOptions {
  /** Opens the shell of the serial console. */
  readonly jumper?: boolean;
  /** More of QEMU's arguments. */
  readonly more?: readonly string[];
  /** Done to the terminal before the start that is waited for. */
  readonly beforeFirst?: (terminal: Terminal) => Promise<void>;
}

export class Site {
  readonly terminal: Terminal;
  /** Signed in. */
  readonly admin: Client;
  readonly #jumper: boolean;
  readonly #more: readonly string[];
  readonly #beforeFirst: SiteOptions['beforeFirst'];

  private constructor(name: string, { jumper = false, more = [], beforeFirst, ...options }: SiteOptions) {
    this.#beforeFirst = beforeFirst;
    this.terminal = new Terminal(name, options);
    this.admin = new Client(() => this.terminal.machine.port);
    this.#jumper = jumper;
    this.#more = more;
  }

  /** A new disk, its first start, the first password, and a user. */
  static async begin(name: string, options: SiteOptions = {}): Promise<Site> {
    const site = new Site(name, options);
    try {
      await site.#firstStart();
    } catch (error) {
      await site.remove();
      throw error;
    }
    return site;
  }

  async #firstStart(): Promise<void> {
    const { terminal, admin } = this;
    writeProvision(terminal.disk, `engineer-password = ${engineerPassword}\nsn-key = ${snKey}\n`);
    await this.#beforeFirst?.(terminal);
    await this.powerOn();
    await terminal.answer();
    const initial = await this.initialPassword();
    await admin.signIn('admin', initial);
    const passwords = { oldpassword: initial, password: adminPassword, confirm: adminPassword };
    await admin.call('EditPwd', { userid: 'admin', ...passwords });
    admin.password = adminPassword;
    await admin.call('adduser', { userid: 4711, username: 'Ada', cardno: '900001' });
  }

  powerOn(more: readonly string[] = []): Promise<void> {
    return this.terminal.powerOn([...this.#more, ...more], this.#jumper);
  }

  async powerOff(): ReturnType<Terminal['powerOff']> {
    this.admin.close();
    return this.terminal.powerOff();
  }

  async remove(): Promise<void> {
    this.admin.close();
    await this.terminal.remove();
  }

  /** What the display says as long as nobody has taken it. */
  async initialPassword(): Promise<string> {
    await this.terminal.says('Initial password of admin: ');
    return /^Initial password of admin: (\S+)/m.exec(this.terminal.machine.serial)?.[1] ?? '';
  }

  /** The state once it is as wanted; a restart ends the session, and who waits signs in again. */
  stateWhere(what: string, is: (state: State) => boolean): Promise<State> {
    const { admin } = this;
    return until(
      what,
      async () => {
        try {
          const reply = await admin.attempt('upgradeState', {}, { boundMs: 5_000 });
          if (reply.status === 401) await admin.signIn('admin', adminPassword);
          if (reply.envelope.code !== 'success') return undefined;
          const state = reply.envelope.data as unknown as State;
          return is(state) && state;
        } catch {
          admin.close(); /* a connection to the run before hears nothing any more */
          return undefined;
        }
      },
      { everyMs: 200 },
    );
  }

  /** Waits until what runs has proved itself, and nothing goes on. */
  settled(): Promise<State> {
    return this.stateWhere('the slot to be confirmed', ({ floor, step }) => floor > 0 && step === 'idle');
  }

  /** Installs a bundle and waits for its confirmation. */
  async upgrade(file: Buffer, to: string): Promise<State> {
    await install(this.admin, file);
    return this.stateWhere(
      `${to} to be confirmed`,
      ({ step, last }) => step === 'idle' && last.end === 'confirmed' && last.to === to,
    );
  }

  /** Waits until the version before runs again. */
  wentBack(to: string): Promise<State> {
    return this.stateWhere(`the version before ${to}`, ({ last }) => last.end === 'wentBack' && last.to === to);
  }

  async hasAda(): Promise<boolean> {
    return (await this.admin.call('GetUserInfo', { userid: 4711 })).user.username === 'Ada';
  }

  /** The slots that the boot loader has tried since power on, in their order. */
  get tried(): string {
    return [...this.terminal.machine.serial.matchAll(/Postern: slot ([AB])/g)].map((match) => match[1]).join('');
  }

  /** Terminal.shell. */
  shell(command: string, as?: 'root' | 'daemon'): Promise<string> {
    return this.terminal.shell(command, as);
  }
}
