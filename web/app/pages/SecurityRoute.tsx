import { RestKeysCard } from '../../features/accounts/keys/RestKeysCard.tsx';
import { SecurityPage } from '../../features/network/certificate/SecurityPage.tsx';

/** Access by programs, and their REST keys. */
export function SecurityRoute() {
  return <SecurityPage keys={(mayWrite, on) => <RestKeysCard mayWrite={mayWrite} on={on} />} />;
}
