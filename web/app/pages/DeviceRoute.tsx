import { DevicePage } from '../../features/basic/DevicePage.tsx';
import { PassphraseCard } from '../../features/basic/PassphraseCard.tsx';

/** The device, and how its admin signs in. */
export function DeviceRoute() {
  return (
    <DevicePage passphrase={(isSet, refresh) => <PassphraseCard isSet={isSet} onChanged={() => void refresh()} />} />
  );
}
