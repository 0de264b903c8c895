/** Words for the devices of these pages; the same on each. */
import type { AuthorizedDevice, BluetoothDevice } from '@gen/devices.ts';
import { t } from '../../lib/i18n.ts';

/** Whose users may use a device; group 0 is nobody's. */
export function groupText(group: number): string {
  return group === 0 ? t('bluetooth.nobody') : t('users.groupNumber', { group });
}

/** The name a device gives; some give none. */
export function nameOf({ name }: Pick<BluetoothDevice, 'name'>): string {
  return name.trim() === '' ? t('bluetooth.noName') : name;
}

export function modelOf({ model }: Pick<AuthorizedDevice, 'model'>): string {
  return model.trim() === '' ? t('authorization.noModel') : model;
}
