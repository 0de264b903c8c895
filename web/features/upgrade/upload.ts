/** The upload of a bundle by this tab: first its head, which is checked, then the rest. */
import { ErrorCode } from '@gen/errors.ts';
import { type UpgradeStateReply, updateMachine, updateMachineLimits, upgradeCancel } from '@gen/upgrade.ts';
import { ApiError } from '../../lib/api/apiError.ts';
import { isOf, nameOf, PIECE_OCTETS } from '../../lib/pieces.ts';
import { createSender } from '../../lib/sending.ts';
import { currentSession, useSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';
import { afterCheck, expectSwitch, leaveFor } from './restarting.ts';
import { lookAgain, PACE_MS, silent } from './state.ts';
import { isMoving } from './view.ts';

export const LARGEST = updateMachineLimits.total.max;

/** A file that was selected here, and the result of its head. */
export interface Chosen {
  readonly file: File;
  readonly judging: boolean;
  /** The refusal of its head. */
  readonly problem: unknown;
  /** The session that selected it: later sessions do not see it. */
  readonly token: string | undefined;
}

const chosen = createStore<Chosen | null>(null);

export function useChosen(): Chosen | null {
  const session = useSession();
  const last = chosen.use();
  return last?.token === session?.token ? last : null;
}

function choose(file: File, judging = false): Chosen {
  const choice = { file, judging, problem: undefined, token: currentSession()?.token };
  chosen.set(choice);
  return choice;
}

const sentName = (file: File): string => nameOf(file, updateMachineLimits.name.max);

/** Whether that is the same file, by name and size. */
export const isFile = (state: UpgradeStateReply, file: File): boolean => isOf(state, sentName(file), file.size);

function send(file: File, body: Blob, offset: number, signal?: AbortSignal) {
  const { size: total } = file;
  return updateMachine({ offset, total, name: sentName(file) }, { ...silent, body, ...(signal && { signal }) });
}

/** Has the head of a file checked: nothing is written. */
export async function offer(file: File): Promise<void> {
  sender.forget();
  const choice = choose(file, true);
  let problem: unknown;
  try {
    await send(file, file.slice(0, PIECE_OCTETS, 'application/octet-stream'), 0);
  } catch (error) {
    problem = error;
  }
  await lookAgain().catch(() => undefined);
  chosen.set({ ...choice, judging: false, problem });
}

/** Received bytes. An update that no longer exists, or another one, is not resumed. */
async function received(file: File): Promise<number> {
  const state = await lookAgain();
  if (isFile(state, file)) {
    if (state.step === 'receiving') return state.received;
    if (isMoving(state.step)) return file.size;
  }
  throw new ApiError('refused', 'UpdateMachine', { code: state.code || ErrorCode.upgradeNotReady });
}

const sender = createSender({
  send: async (file, body, offset, signal) => (await send(file, body, offset, signal)).received,
  received,
});

export const useSending = sender.use;

/** Sends the missing part; the upload continues until the terminal restarts, whichever page is open. */
export function sendBundle(file: File): Promise<void> {
  choose(file);
  return sender.send(file, undefined, follow);
}

/** The upload is complete: the terminal checks it and restarts. */
async function follow(): Promise<void> {
  expectSwitch('checking');
  for (;;) {
    let step: UpgradeStateReply['step'] = 'checking';
    let problem: unknown;
    try {
      ({ step } = await lookAgain());
      expectSwitch(step);
    } catch (error) {
      problem = error;
    }
    const outcome = afterCheck(step, problem);
    if (outcome !== undefined) leaveFor(outcome);
    if (outcome !== undefined || problem !== undefined || (step !== 'receiving' && step !== 'checking')) return;
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
}

/** Cancels it. Refused if it is too late; ignored if another one had ended before. */
export async function cancel(): Promise<void> {
  forget();
  await upgradeCancel({ handles: ({ code }) => code === ErrorCode.upgradeNotReady }).catch(() => undefined);
  await lookAgain().catch(() => undefined);
}

/** Forgets the file. */
export function forget(): void {
  sender.forget();
  chosen.set(null);
}
