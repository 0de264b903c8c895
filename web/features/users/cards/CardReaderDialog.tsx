import { useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { CardChoices } from './CardChoices.tsx';
import { readCard } from './cardReading.ts';

/** Rendered within a form to which it does not belong. */
const NO_FORM = 'none';

/** Waits for a reader that acts as a keyboard. Invalid input is selected, so that the next card replaces it. */
export function CardReaderDialog(props: { onRead: (cardno: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    /* Read from the input: a reader types faster than the page renders. */
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
      {error !== undefined && <CardChoices text={typed} onChoose={({ number }) => props.onRead(number)} />}
    </Dialog>
  );
}
