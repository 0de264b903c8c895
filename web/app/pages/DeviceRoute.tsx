import { PassphraseCard } from '../../features/accounts/password/PassphraseCard.tsx';
import { DevicePage } from '../../features/machine/DevicePage.tsx';

/** The device, and how its admin signs in. */
export function DeviceRoute() {
  return (
    <DevicePage passphrase={(isSet, refresh) => <PassphraseCard isSet={isSet} onChanged={() => void refresh()} />} />
  );
}
