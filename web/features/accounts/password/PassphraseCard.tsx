import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { Apart } from '../../../ui/Apart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

export interface PassphraseCardProps {
  /** admin has a passphrase, not six digits. */
  isSet: boolean;
  onChanged: () => void;
}

/** Sign-in method of admin; shown only to admin. */
export function PassphraseCard({ isSet, onChanged }: PassphraseCardProps) {
  const account = useSession()?.account;
  const [asking, setAsking] = useState<'passphrase' | 'digits'>();
  if (account !== 'admin') return null;
  const close = () => setAsking(undefined);
  const done = () => {
    close();
    onChanged();
  };
  return (
    <>
      <Card title={t('passphrase.title')} help={t('passphrase.help')}>
        <div className="action-row">
          <span>{isSet ? t('passphrase.isSet') : t('passphrase.isDigits')}</span>
          {isSet && <Button onClick={() => setAsking('digits')}>{t('passphrase.toDigits')}</Button>}
          <Button icon="key" onClick={() => setAsking('passphrase')}>
            {isSet ? t('passphrase.change') : t('passphrase.choose')}
          </Button>
        </div>
      </Card>
      <Apart>
        {asking === 'passphrase' && <PassphraseDialog onClose={close} onDone={done} />}
        {asking === 'digits' && <PasswordDialog account={account} fromPassphrase onClose={close} onDone={done} />}
      </Apart>
    </>
  );
}
