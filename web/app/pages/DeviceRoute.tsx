import { PassphraseCard } from '../../features/accounts/password/PassphraseCard.tsx';
import { DevicePage } from '../../features/machine/DevicePage.tsx';

/** The device page with the sign-in method of admin. */
export function DeviceRoute() {
  return (
    <DevicePage passphrase={(isSet, refresh) => <PassphraseCard isSet={isSet} onChanged={() => void refresh()} />} />
  );
}
