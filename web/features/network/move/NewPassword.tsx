import { newCommPassword } from '@gen/network.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Apart } from '../../../ui/Apart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { MadeSecret } from '../../../ui/MadeSecret.tsx';

export interface NewPasswordProps {
  /** The page has unsaved changes. */
  hasChanges: boolean;
  disabled: boolean;
  /** Called when another password is stored. */
  onMade: () => void;
}

/** Has the terminal generate a communication password, and shows it only once: nobody knows the one of the first start. */
export function NewPassword({ hasChanges, disabled, onMade }: NewPasswordProps) {
  const [made, setMade] = useState<string | null>(null);
  const ask = () =>
    confirm({
      title: t('commMode.newTitle'),
      body: <p>{t('commMode.newText')}</p>,
      action: t('commMode.newAction'),
      danger: true,
      run: async () => {
        try {
          setMade((await newCommPassword()).password);
          onMade();
        } catch {
          /* The error was already shown. */
        }
      },
    });
  return (
    <div className="field">
      <div className="button-row">
        <Button icon="key" disabled={disabled || hasChanges} onClick={() => void ask()}>
          {t('commMode.new')}
        </Button>
      </div>
      <p className="field-hint">{hasChanges ? t('commMode.newBlocked') : t('commMode.newHint')}</p>
      <Apart>
        {made !== null && (
          <MadeSecret
            title={t('commMode.madeTitle')}
            once={t('commMode.once')}
            text={made}
            kept={t('commMode.kept')}
            onClose={() => setMade(null)}
          />
        )}
      </Apart>
    </div>
  );
}
