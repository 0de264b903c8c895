import { UserAccessCard } from './UserAccessCard.tsx';
import { UserCredentialsCard } from './UserCredentialsCard.tsx';
import { UserPersonCard } from './UserPersonCard.tsx';
import { UserRightsCard } from './UserRightsCard.tsx';
import type { UserFieldsProps } from './useUserForm.ts';

/** Everything of a user but the identify mode, which has a page of its own. */
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
