import { useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';
import { cardText } from '../words.ts';
import { CardReaderDialog } from './CardReaderDialog.tsx';
import type { UserFieldsProps } from './useUserForm.ts';

/** Many readers end a number with two keys, carriage return and line feed: both come as Enter. */
const SECOND_ENTER_MS = 400;

/** The card number, typed by hand or by a reader at the desk. */
export function CardField({ state, readOnly }: Pick<UserFieldsProps, 'state' | 'readOnly'>) {
  const { form, set, field } = state;
  const [reading, setReading] = useState(false);
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only drops an Enter of the field and the button within
    <div
      className="card-field"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && performance.now() - readAt.current < SECOND_ENTER_MS) event.preventDefault();
      }}
    >
      <TextField
        {...field('cardno')}
        label={t('field.User.cardno')}
        value={form.cardno}
        readOnly={readOnly}
        digits
        placeholder={t('users.noCard')}
        hint={t('users.cardHint')}
        onChange={(cardno) => set({ cardno })}
      />
      {!readOnly && (
        <Button icon="card" onClick={() => setReading(true)}>
          {t('users.cardRead')}
        </Button>
      )}
      {reading && (
        <CardReaderDialog
          onClose={() => setReading(false)}
          onRead={(cardno) => {
            readAt.current = performance.now();
            setReading(false);
            set({ cardno });
            toast.ok(t('users.cardReadDone', { card: cardText(cardno) }));
          }}
        />
      )}
    </div>
  );
}
