import { t } from '../../../lib/i18n.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { Link } from './useAuthorized.ts';

/** Empty list: explains how a device gets into it. */
export function NoDevices({ link }: { link: Link }) {
  if (link === 'wiegand') {
    return (
      <EmptyState
        icon="card"
        title={t('authorization.noWiegand')}
        text={t('authorization.noWiegandText')}
        action={<ButtonLink to="/basicSetting/wiganPairing">{t('page.wiegandPairing')}</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      icon="network"
      title={t('authorization.noBluetooth')}
      text={t('authorization.noBluetoothText')}
      action={<ButtonLink to="/network/bluetooth">{t('page.bluetooth')}</ButtonLink>}
    />
  );
}
