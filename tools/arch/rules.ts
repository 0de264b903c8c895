// All rules of the architecture check.

import { circleRules } from './circles.ts';
import { dialectRules } from './dialect.ts';
import { firmwareRules } from './firmware.ts';
import { oldWordRules } from './oldWords.ts';
import { projectRules } from './project.ts';
import { roomRules } from './rooms.ts';
import type { Rule } from './rule.ts';
import { sharedRules } from './shared.ts';
import { webRules } from './web.ts';
import { wordRules } from './words.ts';

export const rules: readonly Rule[] = [
  ...firmwareRules,
  ...roomRules,
  ...circleRules,
  ...sharedRules,
  ...wordRules,
  ...oldWordRules,
  ...dialectRules,
  ...webRules,
  ...projectRules,
];
