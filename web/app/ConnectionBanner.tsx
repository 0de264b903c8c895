import { useEffect, useRef } from 'react';
import { mutate } from 'swr';
import { connection, useConnection } from '../lib/connection.ts';
import { t } from '../lib/i18n.ts';
import { useQuiet } from '../lib/quiet.ts';
import { Icon } from '../ui/Icon.tsx';
import { toast } from '../ui/toast.ts';
import { reloadForNewConsole } from './renew.ts';

/** Shown while the terminal does not respond; afterwards everything on the page is read again. */
export function ConnectionBanner() {
  const up = useConnection();
  const wasUp = useRef(true);
  const quiet = useQuiet();
  useEffect(() => (quiet ? connection.watch() : undefined), [quiet]);
  useEffect(() => connection.onNewConsole(reloadForNewConsole), []);
  useEffect(() => {
    if (up && !wasUp.current) {
      toast.ok(t('shell.back'));
      void mutate(() => true);
    }
    wasUp.current = up;
  }, [up]);
  return (
    <div role="status" className="banner-region">
      {!up && (
        <p className="banner">
          <Icon name="unplugged" />
          {t('shell.lost')}
        </p>
      )}
    </div>
  );
}
