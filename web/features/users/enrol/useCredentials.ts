/** Biometric credentials of a user, and the state of the modules. */
import {
  type Credential,
  type CredentialsReply,
  delCredential,
  type EnrolFactor,
  type ModuleState,
  credentials as readCredentials,
  setDuress,
} from '@gen/contract.ts';
import { useCallback } from 'react';
import { usePaced } from '../../../lib/api/usePaced.ts';
import { forgetUsers } from '../data.ts';

export interface Credentials {
  /** Empty until the first answer. */
  readonly credentials: readonly Credential[];
  readonly modules: readonly ModuleState[];
  readonly error: unknown;
  readonly refresh: () => void;
  /** Sets the duress mark of a finger; shown at once, and reverted when the terminal refuses. */
  readonly markDuress: (finger: number, duress: boolean) => Promise<void>;
}

/** Polling interval while a module is offline, or not in sync yet. */
const LOOK_MS = 2000;

export function useCredentials(userid: number): Credentials {
  const { data, error, mutate } = usePaced(
    ['credentials', userid],
    () => readCredentials({ userid }, { handles: () => true }),
    (now) => (now?.modules.some((one) => one.fitted && !(one.online && one.whole)) ? LOOK_MS : 0),
  );
  return {
    credentials: data?.credentials ?? [],
    modules: data?.modules ?? [],
    error: data === undefined ? error : undefined,
    refresh: useCallback(() => {
      void forgetUsers();
      void mutate().catch(() => undefined);
    }, [mutate]),
    markDuress: useCallback(
      async (finger: number, duress: boolean) => {
        if (data !== undefined) await mutate(withDuress(data, finger, duress), false);
        try {
          await setDuress({ userid, finger, duress });
        } finally {
          void mutate().catch(() => undefined);
        }
      },
      [mutate, userid, data],
    ),
  };
}

function withDuress(known: CredentialsReply, finger: number, duress: boolean): CredentialsReply {
  const marked = (one: Credential) => (one.factor === 'finger' && one.index === finger ? { ...one, duress } : one);
  return { ...known, credentials: known.credentials.map(marked) };
}

export async function deleteCredential(userid: number, factor: EnrolFactor, index: number): Promise<void> {
  await delCredential({ userid, factor, index });
}
