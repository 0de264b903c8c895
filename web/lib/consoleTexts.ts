/** Imported by all code behind the sign-in: it includes the keys of the console's texts. */
import { consoleKeys } from '@gen/consoleKeys.ts';
import { setConsoleKeys } from './i18n.ts';
import { unpackKeys } from './textKeys.ts';

setConsoleKeys(unpackKeys(consoleKeys));
