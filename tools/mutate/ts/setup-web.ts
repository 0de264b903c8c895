// After test/web/setup.ts, whose patience is for tests that are expected to pass.

import { configure } from '@testing-library/dom';
import { patienceMs } from './patience.ts';

configure({ asyncUtilTimeout: patienceMs });
