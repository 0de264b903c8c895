// All rules of the architecture check.

import { firmwareRules } from './firmware.ts';
import { projectRules } from './project.ts';
import type { Rule } from './rule.ts';
import { webRules } from './web.ts';

export const rules: readonly Rule[] = [...firmwareRules, ...webRules, ...projectRules];
