import { useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { readCard } from './cardReading.ts';

/** It stands within a form that it is no part of. */
const NO_FORM = 'none';

/** Waits for a reader that types like a keyboard. What it typed wrongly is selected, so that the next card replaces it. */
export function CardReaderDialog(props: { onRead: (cardno: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    /* As it stands there: a reader types faster than the page draws. */
    const reading = readCard(input.current?.value ?? typed);
    if ('cardno' in reading) return props.onRead(reading.cardno);
    setError(reading.error);
    input.current?.focus();
    input.current?.select();
  };
  return (
    <Dialog
      open
      size="small"
      title={t('users.cardRead')}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" onClick={take}>
            {t('users.cardReadUse')}
          </Button>
        </>
      }
    >
      <p>{t('users.cardReadText')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the Enter of the field within. */}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          take();
        }}
      >
        <TextField
          name="cardReading"
          form={NO_FORM}
          label={t('users.cardReadField')}
          hint={t('users.cardReadHint')}
          value={typed}
          error={error}
          maxLength={32}
          ltr
          autoFocus
          inputRef={input}
          onChange={(text) => {
            setTyped(text);
            setError(undefined);
          }}
        />
      </div>
    </Dialog>
  );
}
