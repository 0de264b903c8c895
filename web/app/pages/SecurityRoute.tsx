import { RestKeysCard } from '../../features/accounts/keys/RestKeysCard.tsx';
import { SecurityPage } from '../../features/network/certificate/SecurityPage.tsx';

/** How programs reach the terminal, and the keys that they show. */
export function SecurityRoute() {
  return <SecurityPage keys={(mayWrite, on) => <RestKeysCard mayWrite={mayWrite} on={on} />} />;
}
