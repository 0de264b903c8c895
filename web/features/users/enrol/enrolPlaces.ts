import type { RegfpRequest, User } from '@gen/contract.ts';
import type { Credentials } from './useCredentials.ts';

/** What the places of a card, where something can be enrolled, have in common. */
export interface Place {
  userid: number;
  /** Nothing is enrolled now, and the account may. */
  mayEnrol: boolean;
  mayWrite: boolean;
  busy: boolean;
  held: Pick<Credentials, 'refresh' | 'markDuress'>;
  onStart: (request: Omit<RegfpRequest, 'userid'>) => void;
  user: User;
  /** Takes the face from a picture; rejects when the terminal refuses. */
  onPicture: (jpeg: Blob) => Promise<void>;
}
