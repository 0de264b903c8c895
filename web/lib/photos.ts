/** Photos of users: small ones for lists, which are kept; the full picture where it is shown (`readPhoto`), which is not. */
import { userPhoto } from '@gen/users.ts';
import { pictureCache, smallPicture } from './pictureCache.ts';

/** Edge in dots: what the largest face of a list needs on a fine screen. */
const EDGE = 112;

/** The photo as the terminal has it. */
export async function readPhoto(userid: number): Promise<Blob> {
  const { content } = await userPhoto({ userid }, { handles: () => true });
  return content;
}

const cache = pictureCache(async (userid) => smallPicture(await readPhoto(userid), EDGE));

/** It was changed, or the user deleted. */
export const forgetPhoto = cache.forget;

/** Has the photo fetched unless it is there or on its way. */
export const wantPhoto = cache.want;

/** Address of the small photo, once it is there. */
export const usePhotoUrl = cache.useUrl;
