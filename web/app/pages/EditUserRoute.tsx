import { PersonWhy } from '../../features/door/Why.tsx';
import { EditUserPage } from '../../features/users/form/EditUserPage.tsx';

/** A user, and whether that user would be granted access. */
export function EditUserRoute() {
  return <EditUserPage why={(userid) => <PersonWhy userid={userid} />} />;
}
