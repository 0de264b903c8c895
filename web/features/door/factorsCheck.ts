import type { IdentifyParamValues } from '@gen/door.ts';
import { t } from '../../lib/i18n.ts';

/** Mode all needs at least one factor. */
export function checkFactors(values: IdentifyParamValues): { identifyFactors?: string } {
  const { identifyMode, identifyFactors } = values;
  return identifyMode === 'all' && identifyFactors.length === 0 ? { identifyFactors: t('users.factorRequired') } : {};
}
