/** Photos of users: small ones for lists, which are cached; the full picture (`readPhoto`), which is not. */
import { userPhoto } from '@gen/users.ts';
import { pictureCache, smallPicture } from './pictureCache.ts';

/** Edge in pixels: what the largest face of a list needs on a high-resolution screen. */
const EDGE = 112;

/** The photo as stored in the terminal. */
export async function readPhoto(userid: number): Promise<Blob> {
  const { content } = await userPhoto({ userid }, { handles: () => true });
  return content;
}

const cache = pictureCache(async (userid) => smallPicture(await readPhoto(userid), EDGE));

/** The photo was changed, or the user deleted. */
export const forgetPhoto = cache.forget;

/** Fetches the photo unless it is cached or being fetched. */
export const wantPhoto = cache.want;

/** URL of the small photo, once loaded. */
export const usePhotoUrl = cache.useUrl;
