// Before each file of the console's tests: what is awaited on a page may take as long as a busy machine needs.

import { configure } from '@testing-library/dom';
import { patienceMs } from '../harness/patience.ts';

configure({ asyncUtilTimeout: patienceMs });
