import { useEffect, useRef, useState } from 'react';
import { cardText } from '../../../lib/cardText.ts';
import { t } from '../../../lib/i18n.ts';
import type { CardFieldName } from '../../../lib/userCards.ts';
import { userFieldText } from '../../../lib/userFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';
import type { UserFieldsProps } from '../form/useUserForm.ts';
import { CardChoices } from './CardChoices.tsx';
import { CardReaderDialog } from './CardReaderDialog.tsx';
import { cardMeaning } from './cardReading.ts';

/** Many readers end a number with carriage return and line feed: both arrive as Enter. */
const SECOND_ENTER_MS = 400;

export interface CardFieldProps extends Pick<UserFieldsProps, 'state' | 'readOnly'> {
  name: CardFieldName;
  /** The field was added now. */
  autoFocus?: boolean;
  onRemove?: (() => void) | undefined;
}

/** A card number, typed by hand or by a desktop reader. */
export function CardField({ state, readOnly, name, autoFocus = false, onRemove }: CardFieldProps) {
  const { form, set, field } = state;
  const text = form[name];
  const label = userFieldText(name);
  const isFirst = name === 'cardno';
  const [reading, setReading] = useState(false);
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const meaning = cardMeaning(text);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only drops an Enter of the field and the button within
    <div
      className="card-field"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && performance.now() - readAt.current < SECOND_ENTER_MS) event.preventDefault();
      }}
    >
      <TextField
        {...field(name)}
        label={label}
        value={text}
        inputRef={input}
        readOnly={readOnly}
        ltr
        placeholder={t('users.noCard')}
        hint={
          meaning === undefined ? (isFirst ? t('users.cardHint') : undefined) : t('users.cardMeans', { card: meaning })
        }
        onChange={(card) => set({ [name]: card })}
      />
      {!readOnly && (
        <span className="card-acts">
          <Button
            icon="card"
            label={isFirst ? undefined : `${t('users.cardRead')}: ${label}`}
            onClick={() => setReading(true)}
          >
            {t('users.cardRead')}
          </Button>
          {onRemove && <IconButton icon="trash" label={t('users.cardRemove', { card: label })} onClick={onRemove} />}
        </span>
      )}
      {text !== state.base[name] && (
        <CardChoices text={text} onChoose={({ text: chosen }) => set({ [name]: chosen })} />
      )}
      {reading && (
        <CardReaderDialog
          onClose={() => setReading(false)}
          onRead={(cardno) => {
            readAt.current = performance.now();
            setReading(false);
            set({ [name]: cardText(cardno) });
            toast.ok(t('users.cardReadDone', { card: cardText(cardno) }));
          }}
        />
      )}
    </div>
  );
}
