/** Keys of the texts of the pages besides the user list; fetched with them. */
export { otherKeys } from '@gen/otherKeys.ts';
