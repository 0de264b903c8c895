/** The file that this tab sends. */
import { bulkState, bulkUpload } from '@gen/bulk.ts';
import { createSender } from '../../../lib/sending.ts';
import { cancelBulk, refreshBulk } from '../useBulk.ts';
import { type TableKind, thereOf, wholeOf } from './upload.ts';

const shown = { handles: () => true } as const;

/** What the table contains that is sent: one file at a time. */
let sent: TableKind = 'users';

export const sentTable = (): TableKind => sent;

const sender = createSender({
  send: async (file, body, offset, signal) => {
    const { received } = await bulkUpload({ ...wholeOf(file, sent), offset }, { ...shown, body, signal });
    return received;
  },
  received: async (file, signal) => thereOf(await bulkState({ ...shown, signal }), file, sent),
});

export const useUploading = sender.use;

/** Sends a file from a byte on (undefined: from where the terminal says), and has the page look at how it stands when all
 * is there. `table`: what it contains, if it is a table; left out when the same file goes on. */
export function upload(file: File, from: number | undefined, table: TableKind = sent): Promise<void> {
  sent = table;
  return sender.send(file, from, () => refreshBulk());
}

/** Ends it; what is there of it is forgotten. */
export async function stopUpload(): Promise<void> {
  sender.stop();
  await cancelBulk();
  sender.forget();
}
