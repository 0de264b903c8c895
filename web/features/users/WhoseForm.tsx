import type { User } from '@gen/contract.ts';
import { nameOf } from './words.ts';

/** Name and ID below the heading of a form. */
export function WhoseForm({ user }: { user: User }) {
  return (
    <>
      <bdi>{nameOf(user)}</bdi> · {user.userid}
    </>
  );
}
