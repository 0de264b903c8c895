/** Keys of the texts that come with the pages besides the user list; fetched with them. */
export { otherKeys } from '@gen/otherKeys.ts';
