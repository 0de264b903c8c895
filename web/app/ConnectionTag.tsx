import { useConnection } from '../lib/connection.ts';
import { t } from '../lib/i18n.ts';
import { Tag } from '../ui/Tag.tsx';

export function ConnectionTag() {
  const up = useConnection();
  return (
    <Tag tone={up ? 'ok' : 'no'} icon={up ? 'check' : 'unplugged'}>
      {up ? t('shell.connected') : t('shell.disconnected')}
    </Tag>
  );
}
