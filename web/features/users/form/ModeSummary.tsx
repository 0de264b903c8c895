import type { Factor, IdentifyMode } from '@gen/contract.ts';
import { FactorSet } from '../../../ui/FactorSet.tsx';
import { modeText } from '../words.ts';

/** The verification mode of a user, in a line. */
export function ModeSummary(props: { identifyMode: IdentifyMode; identifyFactors: readonly Factor[] }) {
  const { identifyMode, identifyFactors } = props;
  if (identifyMode === 'all' && identifyFactors.length > 0) return <FactorSet factors={identifyFactors} />;
  return <p className="mode-line">{modeText(identifyMode)}</p>;
}
