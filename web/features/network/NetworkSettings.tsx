import type { SettingsWriteReply } from '@gen/runtime.ts';
import { useEffect } from 'react';
import { t } from '../../lib/i18n.ts';
import { prepareKnocker } from '../../lib/move/knock.ts';
import { startMove } from '../../lib/move/store.ts';
import { SettingsPage, type SettingsPageProps } from '../../ui/SettingsPage.tsx';
import { toast } from '../../ui/toast.ts';
import { RolledBack } from './move/RolledBack.tsx';

/** A page of settings whose change may cut the connection: the dialog of MoveHost confirms it. */
export function NetworkSettings<Values extends object, State, Act extends object>({
  children,
  ...props
}: SettingsPageProps<Values, State, Act>) {
  const { pair } = props.page;
  useEffect(prepareKnocker, []);
  return (
    <SettingsPage
      {...props}
      warning={(form) => (form.count === 0 ? undefined : (props.warning ?? mayCut)(form))}
      onSaved={(reply) => saved(pair, reply)}
    >
      {(form) => (
        <>
          <RolledBack pair={pair} />
          {children(form)}
        </>
      )}
    </SettingsPage>
  );
}

const mayCut = (): string => t('network.warning');

function saved(pair: string, { confirmSeconds = 0, confirmCode = '', confirmUrl = '' }: SettingsWriteReply): void {
  if (!startMove(pair, { confirmSeconds, confirmCode, confirmUrl })) toast.ok(t('settings.saved'));
}
