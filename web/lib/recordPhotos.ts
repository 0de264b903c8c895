/** Photos of lines of the log: small ones for lists, which are kept, and the full picture where it is shown, which is not. */
import { recordPhoto } from '@gen/records.ts';
import { pictureCache, smallPicture } from './pictureCache.ts';

/** Edge in dots of a small one, on a fine screen. */
const EDGE = 112;

/** The photo as the terminal has it. */
export async function readRecordPhoto(seq: number): Promise<Blob> {
  const { content } = await recordPhoto({ seq }, { handles: () => true });
  return content;
}

export const recordPhotos = pictureCache(async (seq) => smallPicture(await readRecordPhoto(seq), EDGE));
