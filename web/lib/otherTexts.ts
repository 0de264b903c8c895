/** Imported by whatever is behind the sign-in: with it come the keys of its texts. */
import { otherKeys } from '@gen/otherKeys.ts';
import { setOtherKeys } from './i18n.ts';
import { unpackKeys } from './textKeys.ts';

setOtherKeys(unpackKeys(otherKeys));
