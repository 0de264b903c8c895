/** The upload of a backup by this tab. */
import { type RestoreStateReply, restoreState, restoreUpload, restoreUploadLimits } from '@gen/backup.ts';
import { nameOf, octetsThere } from '../../lib/pieces.ts';
import { createSender } from '../../lib/sending.ts';

export const LARGEST = restoreUploadLimits.total.max;

const silent = { handles: () => true } as const;

const sentName = (file: File): string => nameOf(file, restoreUploadLimits.name.max);

/** Bytes of this file that were received in an earlier try. */
export const resumeAt = (file: File, state: RestoreStateReply): number => octetsThere(state, sentName(file), file.size);

const sender = createSender({
  send: async (file, body, offset, signal) => {
    const { size: total } = file;
    const { received } = await restoreUpload({ offset, total, name: sentName(file) }, { ...silent, signal, body });
    return received;
  },
  received: async (file, signal) => resumeAt(file, await restoreState({ ...silent, signal })),
});

export const useSending = sender.use;
export const sendBackup = sender.send;
/** Discards an incomplete upload. */
export const forgetSending = sender.forget;
