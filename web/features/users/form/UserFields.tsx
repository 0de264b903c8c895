import { UserAccessCard } from './UserAccessCard.tsx';
import { UserCredentialsCard } from './UserCredentialsCard.tsx';
import { UserPersonCard } from './UserPersonCard.tsx';
import { UserRightsCard } from './UserRightsCard.tsx';
import type { UserFieldsProps } from './useUserForm.ts';

/** All fields of a user except the verification mode, which has a page of its own. */
export function UserFields(props: UserFieldsProps) {
  return (
    <>
      <UserPersonCard {...props} />
      <UserCredentialsCard {...props} />
      <UserAccessCard {...props} />
      <UserRightsCard {...props} />
    </>
  );
}
