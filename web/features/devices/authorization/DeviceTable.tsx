import type { AuthorizedDevice } from '@gen/devices.ts';
import { t } from '../../../lib/i18n.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { modelOf } from '../words.ts';
import type { Link } from './useAuthorized.ts';
import { type Chosen, macNumber } from './useChosen.ts';
import type { Deciding } from './useDeciding.tsx';

export interface DeviceTableProps {
  link: Link;
  rows: readonly AuthorizedDevice[];
  /** Omitted without write permission. */
  chosen?: Chosen | undefined;
  deciding?: Deciding | undefined;
  skeleton?: number | undefined;
}

export function DeviceTable({ link, rows, chosen, deciding, skeleton }: DeviceTableProps) {
  return (
    <DataTable<AuthorizedDevice, never>
      label={t(`authorization.${link}`)}
      columns={columns()}
      rows={rows}
      rowId={({ mac }) => macNumber(mac)}
      rowName={(device) => `${modelOf(device)}, ${device.mac}`}
      card={(device) => <DeviceCard device={device} />}
      actions={deciding && ((device) => <RowMenu device={device} deciding={deciding} />)}
      selection={chosen}
      skeleton={skeleton}
    />
  );
}

function columns(): Column<AuthorizedDevice, never>[] {
  return [
    { key: 'mac', header: t('authorization.mac'), cell: ({ mac }) => <bdi className="mono device-mac">{mac}</bdi> },
    { key: 'model', header: t('authorization.model'), grow: true, cell: (device) => <bdi>{modelOf(device)}</bdi> },
    { key: 'machine', header: t('authorization.machine'), align: 'end', drop: 2, cell: ({ machine }) => machine },
    { key: 'route1', header: t('authorization.route1'), align: 'end', drop: 1, cell: ({ route1 }) => route1 },
    { key: 'route2', header: t('authorization.route2'), align: 'end', drop: 1, cell: ({ route2 }) => route2 },
    { key: 'status', header: t('authorization.status'), cell: (device) => <StatusTag device={device} /> },
  ];
}

function StatusTag({ device }: { device: AuthorizedDevice }) {
  return device.authorized ? (
    <Tag tone="ok" icon="check">
      {t('authorization.authorized')}
    </Tag>
  ) : (
    <Tag tone="warn">{t('authorization.unauthorized')}</Tag>
  );
}

/** Two lines: name and authorization; numbers. */
function DeviceCard({ device }: { device: AuthorizedDevice }) {
  const { mac, machine, route1, route2 } = device;
  return (
    <>
      <span className="cards-line">
        <bdi className="device-name">{modelOf(device)}</bdi>
        <StatusTag device={device} />
      </span>
      <span className="device-more">
        <bdi className="mono">{mac}</bdi> · {t('authorization.machineIs', { machine: String(machine) })} ·{' '}
        {t('authorization.routes', { route1, route2 })}
      </span>
    </>
  );
}

function RowMenu({ device, deciding }: { device: AuthorizedDevice; deciding: Deciding }) {
  const { authorized } = device;
  const decide: MenuItem = {
    label: t(authorized ? 'authorization.cancel' : 'authorization.authorize'),
    icon: authorized ? 'lock' : 'lockOpen',
    onSelect: () => deciding.authorize([device], !authorized),
  };
  const lose: MenuItem = {
    label: t('authorization.delete'),
    icon: 'trash',
    danger: true,
    onSelect: () => deciding.remove([device]),
  };
  return (
    <Menu
      label={t('users.actionsOf', { name: `${modelOf(device)}, ${device.mac}` })}
      trigger={<Icon name="more" />}
      groups={[[decide], [lose]]}
    />
  );
}
