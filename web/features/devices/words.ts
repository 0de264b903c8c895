/** Common texts for the devices of these pages. */
import type { AuthorizedDevice, BluetoothDevice } from '@gen/devices.ts';
import { t } from '../../lib/i18n.ts';

/** The group that may use a device; group 0: none. */
export function groupText(group: number): string {
  return group === 0 ? t('bluetooth.nobody') : t('users.groupNumber', { group });
}

/** Name reported by a device; some report none. */
export function nameOf({ name }: Pick<BluetoothDevice, 'name'>): string {
  return name.trim() === '' ? t('bluetooth.noName') : name;
}

export function modelOf({ model }: Pick<AuthorizedDevice, 'model'>): string {
  return model.trim() === '' ? t('authorization.noModel') : model;
}
