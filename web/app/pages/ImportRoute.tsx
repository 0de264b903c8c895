import { ImportPage } from '../../features/bulk/import/ImportPage.tsx';
import { forgetUsers } from '../../features/users/data.ts';

const onWritten = () => void forgetUsers();

/** Imports users from a file; afterwards the cached list is discarded. */
export function ImportRoute() {
  return <ImportPage onWritten={onWritten} />;
}
