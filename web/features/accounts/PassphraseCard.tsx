import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { Apart } from '../../ui/Apart.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';

export interface PassphraseCardProps {
  /** admin has a passphrase, not six digits. */
  isSet: boolean;
  onChanged: () => void;
}

/** How admin signs in; nobody else sees it. */
export function PassphraseCard({ isSet, onChanged }: PassphraseCardProps) {
  const account = useSession()?.account;
  const [asking, setAsking] = useState(false);
  if (account !== 'admin') return null;
  return (
    <>
      <Card title={t('passphrase.title')} help={t('passphrase.help')}>
        <div className="action-row">
          <span>{isSet ? t('passphrase.isSet') : t('passphrase.isDigits')}</span>
          <Button icon="key" onClick={() => setAsking(true)}>
            {isSet ? t('passphrase.change') : t('passphrase.choose')}
          </Button>
        </div>
      </Card>
      <Apart>
        {asking && (
          <PassphraseDialog
            onClose={() => setAsking(false)}
            onDone={() => {
              setAsking(false);
              onChanged();
            }}
          />
        )}
      </Apart>
    </>
  );
}
