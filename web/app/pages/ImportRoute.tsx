import { ImportPage } from '../../features/bulk/import/ImportPage.tsx';
import { forgetUsers } from '../../features/users/data.ts';

const onWritten = () => void forgetUsers();

/** Users out of a file; what is kept of the list is thrown away behind it. */
export function ImportRoute() {
  return <ImportPage onWritten={onWritten} />;
}
