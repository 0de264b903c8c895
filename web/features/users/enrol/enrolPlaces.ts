import type { RegfpRequest, User } from '@gen/contract.ts';
import type { Credentials } from './useCredentials.ts';

/** Common props of the enrolment places of a card. */
export interface Place {
  userid: number;
  /** No enrolment is running, and the account has permission. */
  mayEnrol: boolean;
  mayWrite: boolean;
  busy: boolean;
  held: Pick<Credentials, 'refresh' | 'markDuress'>;
  onStart: (request: Omit<RegfpRequest, 'userid'>) => void;
  user: User;
  /** Enrols the face from a picture; rejects when the terminal refuses. */
  onPicture: (jpeg: Blob) => Promise<void>;
}
