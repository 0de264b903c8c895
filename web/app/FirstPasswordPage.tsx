import { PasswordDialog } from '../features/accounts/password/PasswordDialog.tsx';
import { signOut } from '../features/accounts/signOut.ts';
import { useDocumentTitle } from '../lib/documentTitle.ts';
import { t } from '../lib/i18n.ts';
import '../lib/consoleTexts.ts';
import { patchSession, useSession } from '../lib/session.ts';
import { BrandMark } from './BrandMark.tsx';

/** The first sign-in: only the dialog that replaces the initial password. */
export function FirstPasswordPage() {
  const session = useSession();
  useDocumentTitle(t('password.firstTitle'));
  return (
    <main className="login first-password">
      <BrandMark />
      <PasswordDialog
        account={session?.account ?? ''}
        first
        onDone={() => patchSession({ mustChangePassword: false })}
        onClose={() => void signOut()}
      />
    </main>
  );
}
