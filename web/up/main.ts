/**
 * /up: the engineer upgrades the terminal, also when its console does not work. One page of its own, without the console,
 * its bundle and its session: the password opens a session whose token is in memory alone.
 */

import type { RecoveryData, RecoveryStateReply } from '@gen/engineer.ts';
import type { UpgradeStateReply } from '@gen/upgrade.ts';
import * as codes from '@gen/upTexts.ts';
import { chooseScreen, fileDrop, offerScreen } from './bundle.ts';
import {
  isOf,
  Refused,
  recoverData,
  recoveryReason,
  recoveryState,
  sendPiece,
  upgradeCancel,
  upgradeStart,
  upgradeState,
} from './calls.ts';
import { dataScreen } from './data.ts';
import { button, el, frame, notice, show } from './dom.ts';
import { progressScreen } from './progress.ts';
import { recoveryNotice } from './recovery.ts';
import { signInScreen } from './signIn.ts';
import { dress, errorText, size, t } from './text.ts';
import { pause, sendAll } from './upload.ts';

const LOOK_MS = 1000;

/** The session is over: all else goes on after another sign-in. */
const signedOut: readonly number[] = [codes.tokenFailed, codes.sessionEnded, codes.superNeeded, codes.passwordNeeded];

/** The terminal restarts, or was back before it was asked again and knows nobody. */
class Restarts extends Error {
  readonly isBack: boolean;

  constructor(isBack: boolean) {
    super();
    this.isBack = isBack;
  }
}

/** The file that was chosen; it is still there after another sign-in. */
let file: File | undefined;

const textOf = (error: unknown): string => errorText(error instanceof Refused ? error.code : 0);

/** Lets pass what ends the session or the terminal; of all else the words. */
function said(error: unknown): string {
  if (!(error instanceof Refused) || signedOut.includes(error.code)) throw error;
  return textOf(error);
}

/** Has the terminal start with other data, once somebody is sure. */
async function startWith(kept: RecoveryStateReply, data: RecoveryData): Promise<void> {
  let problem = '';
  for (;;) {
    const serial = await dataScreen(kept, data, problem);
    if (serial === undefined) return;
    try {
      await recoverData({ data, serial });
    } catch (error) {
      problem = said(error);
      continue;
    }
    throw new Restarts(false);
  }
}

/** A file whose head the terminal has judged, begun by whoever is here. Nothing is written before. */
async function begin(first: UpgradeStateReply): Promise<void> {
  const kept = (await recoveryReason()) === '' ? undefined : await recoveryState();
  let state = first;
  let problem = '';
  for (;;) {
    const chosen = await chooseScreen(state, problem, kept);
    problem = '';
    if (!(chosen instanceof File)) {
      if (kept) await startWith(kept, chosen);
      continue;
    }
    file = chosen;
    try {
      show(t('upgrade.judging'));
      await sendPiece(file, 0);
      state = await upgradeState();
    } catch (error) {
      problem = said(error);
      continue;
    }
    for (;;) {
      const serial = await offerScreen(state, problem);
      problem = '';
      if (serial === undefined) break;
      try {
        await upgradeStart(serial);
        return;
      } catch (error) {
        problem = said(error);
      }
    }
  }
}

/** Sends the file, with a way out. */
async function send(chosen: File): Promise<void> {
  const ending = new AbortController();
  const screen = progressScreen(chosen.name, t('up.stay'), () => ending.abort());
  try {
    await sendAll(chosen, ending.signal, (octets) => screen.at(0, octets, chosen.size));
    while ((await look()).step === 'receiving') await pause(LOOK_MS, ending.signal);
  } catch (error) {
    if (ending.signal.aborted) await cancel();
    else await stopped(said(error));
  }
}

/** It may be over already. */
async function cancel(): Promise<void> {
  file = undefined;
  await upgradeCancel().catch((error) => said(error));
}

/** The file did not get through: once more, or not at all. */
async function stopped(problem: string): Promise<void> {
  const goOn = await new Promise<boolean>((resolve) => {
    show(
      t('restore.sendFailed'),
      notice('no', problem),
      el(
        'div',
        { class: 'buttons' },
        button(t('restore.goOn'), 'primary', () => resolve(true)),
        button(t('ui.cancel'), 'plain', () => resolve(false)),
      ),
    );
  });
  if (!goOn) await cancel();
}

/** A part of a file is here: this browser goes on with the same one, or ends it. */
async function resume(state: UpgradeStateReply): Promise<void> {
  const { name, received, total } = state;
  const hint = state.own
    ? t('restore.resume', { name, received: size(received), total: size(total) })
    : t('upgrade.foreign', { name: state.holder });
  const chosen = await new Promise<File | undefined>((resolve) => {
    const offer = (problem: string) =>
      show(
        t('upgrade.file'),
        state.own
          ? fileDrop(hint, problem, (one) => (isOf(state, one) ? resolve(one) : offer(t('up.otherFile', { name }))))
          : el('p', {}, hint),
        el(
          'div',
          { class: 'buttons' },
          button(t('ui.cancel'), 'plain', () => resolve(undefined)),
        ),
      );
    offer('');
  });
  file = chosen;
  if (chosen === undefined) await cancel();
}

/** How it stands, when the terminal has all it needs: one that answers no more restarts then, one that knows nobody did. */
async function look(): Promise<UpgradeStateReply> {
  try {
    return await upgradeState();
  } catch (error) {
    if (!(error instanceof Refused) || (error.code !== 0 && !signedOut.includes(error.code))) throw error;
    throw new Restarts(error.code !== 0);
  }
}

/** The terminal works by itself: it is looked at until it does something else, or is gone. */
async function watch({ step, version }: UpgradeStateReply): Promise<void> {
  const isTrial = step === 'trial';
  const screen = progressScreen(
    isTrial ? t('upgrade.trial', { version }) : t('upgrade.stages'),
    '',
    step === 'checking' ? () => void cancel().catch(() => undefined) : undefined,
  );
  for (;;) {
    const state = await look();
    if (state.step !== step) return;
    if (step === 'switching') throw new Restarts(false);
    screen.at(isTrial ? 4 : 1, state.done, isTrial ? 0 : 100);
    await pause(LOOK_MS);
  }
}

/** From one sign-in to the next. */
async function session(): Promise<never> {
  let state = await upgradeState();
  if (!state.fitted) await new Promise(() => show(t('up.title'), notice('info', errorText(codes.upgradeNotFitted))));
  for (;;) {
    switch (state.step) {
      case 'idle':
      case 'offered':
      case 'failed':
        await begin(state);
        state = await upgradeState();
        break;
      case 'receiving':
        if (file && isOf(state, file)) {
          await send(file);
          state = await look();
        } else {
          await resume(state);
          state = await upgradeState();
        }
        break;
      default:
        await watch(state);
        state = await look();
    }
  }
}

/** Waits until the terminal was away and answers again, or answers on and on. */
async function restart(): Promise<void> {
  const screen = progressScreen(t('upgrade.stage.restart'), t('upgrade.askRestart'));
  screen.at(3, 0, 0);
  let answers = 0;
  for (;;) {
    await pause(LOOK_MS);
    try {
      await fetch('/up', { method: 'HEAD', cache: 'no-store' });
      if (answers < 0 || ++answers > 5) return;
    } catch {
      answers = -1;
    }
  }
}

async function main(): Promise<void> {
  dress(document.documentElement);
  frame(`${document.title}: ${t('up.title')}`);
  let note: HTMLElement | undefined;
  for (;;) {
    await signInScreen(note ?? (await recoveryNotice()));
    try {
      await session();
    } catch (error) {
      if (error instanceof Restarts) {
        if (!error.isBack) await restart();
        file = undefined;
        note = (await recoveryNotice()) ?? notice('info', t('upgrade.signIn'));
      } else note = notice('warn', textOf(error));
    }
  }
}

void main();
