/** Photos of records: small ones for lists, which are cached, and the full picture, which is not. */
import { recordPhoto } from '@gen/records.ts';
import { pictureCache, smallPicture } from './pictureCache.ts';

/** Edge in pixels of a small one, on a high-resolution screen. */
const EDGE = 112;

/** The photo as stored in the terminal. */
export async function readRecordPhoto(seq: number): Promise<Blob> {
  const { content } = await recordPhoto({ seq }, { handles: () => true });
  return content;
}

export const recordPhotos = pictureCache(async (seq) => smallPicture(await readRecordPhoto(seq), EDGE));
