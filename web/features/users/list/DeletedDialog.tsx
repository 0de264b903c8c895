import { errorText, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { nameOf } from '../words.ts';
import type { Outcome } from './useDeleting.tsx';

/** After a partially failed deletion: the remaining users, with the reasons. */
export function DeletedDialog({ outcome, onClose }: { outcome: Outcome | null; onClose: () => void }) {
  const failed = outcome?.failed ?? [];
  return (
    <Dialog
      open={outcome !== null}
      title={t('users.notDeletedTitle', { count: failed.length })}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p>{t('users.deleted', { count: outcome?.deleted ?? 0 })}</p>
      <table className="table plain-table">
        <thead>
          <tr>
            <th scope="col">{t('users.user')}</th>
            <th scope="col" className="table-end">
              {t('users.id')}
            </th>
            <th scope="col">{t('users.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {failed.map(({ user, code }) => (
            <tr key={user.userid}>
              <td>
                <bdi>{nameOf(user)}</bdi>
              </td>
              <td className="table-end">{user.userid}</td>
              <td>{errorText(code)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
