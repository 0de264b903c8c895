import { userLimits } from '@gen/contract.ts';
import { useSearchParams } from 'react-router-dom';

/** `userid` of the address: null when it is not there, undefined when it is no ID. */
export function useUserId(): number | null | undefined {
  const [params] = useSearchParams();
  return readUserId(params.get('userid'));
}

export function readUserId(text: string | null): number | null | undefined {
  if (text === null || text === '') return null;
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const { min, max } = userLimits.userid;
  const userid = Number(text);
  return userid >= min && userid <= max ? userid : undefined;
}
