import { UserAccessCard } from './UserAccessCard.tsx';
import { UserCredentialsCard } from './UserCredentialsCard.tsx';
import { UserPersonCard } from './UserPersonCard.tsx';
import { UserRightsCard } from './UserRightsCard.tsx';
import type { UserFormState } from './useUserForm.ts';

export interface UserFieldsProps {
  state: UserFormState;
  /** The ID is typed here. */
  adding: boolean;
  readOnly: boolean;
}

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
