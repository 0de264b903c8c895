import { useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { CARD_FIELDS, type CardFieldName } from '../../../lib/userCards.ts';
import { Button } from '../../../ui/Button.tsx';
import type { UserForm } from '../form/form.ts';
import type { UserFieldsProps } from '../form/useUserForm.ts';
import { CardField } from './CardField.tsx';

const MORE: readonly CardFieldName[] = CARD_FIELDS.slice(1);

/** The form without one card: those behind it move up, as at the terminal. */
export function withoutCard(form: UserForm, name: CardFieldName): Partial<UserForm> {
  const at = CARD_FIELDS.indexOf(name);
  return Object.fromEntries(
    CARD_FIELDS.slice(at).map((field, place) => {
      const next = CARD_FIELDS[at + place + 1];
      return [field, next === undefined ? '' : form[next]];
    }),
  );
}

/** The further cards of a user, and the button for one more. */
export function MoreCards({ state, readOnly }: Pick<UserFieldsProps, 'state' | 'readOnly'>) {
  const { form, set } = state;
  const [opened, setOpened] = useState(0);
  const [added, setAdded] = useState<CardFieldName>();
  const add = useRef<HTMLButtonElement>(null);
  const shown = Math.max(opened, MORE.findLastIndex((name) => form[name] !== '') + 1);
  const remove = (name: CardFieldName) => {
    set(withoutCard(form, name));
    setOpened(shown - 1);
    setAdded(undefined);
    add.current?.focus();
  };
  const open = () => {
    setOpened(shown + 1);
    setAdded(MORE[shown]);
  };
  return (
    <>
      {MORE.slice(0, shown).map((name) => (
        <CardField
          key={name}
          name={name}
          state={state}
          readOnly={readOnly}
          autoFocus={name === added}
          onRemove={() => remove(name)}
        />
      ))}
      {!readOnly && (form.cardno !== '' || shown > 0) && (
        <div>
          <Button icon="plus" buttonRef={add} disabled={shown === MORE.length} onClick={open}>
            {t('users.cardAdd')}
          </Button>
        </div>
      )}
    </>
  );
}
