import { type UserSort, userlistLimits } from '@gen/contract.ts';
import { useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { userFieldText } from '../../../lib/userFields.ts';
import { toast } from '../../../ui/toast.ts';
import { placeFrom } from './listState.ts';

function labelOf(sort: UserSort): string {
  if (sort === 'id') return t('users.goToId');
  return sort === 'name' ? t('users.goToName') : t('users.goToField', { field: userFieldText(sort) });
}

/** Goes to an ID in a list by ID, to the first letters of a name in one by name: pages have no numbers (ADR 7). */
export function GoTo({ sort, onGo }: { sort: UserSort; onGo: (from: string) => void }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const byId = sort === 'id';
  const label = labelOf(sort);
  const from = placeFrom(sort, text);
  return (
    <form
      className="go-to"
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== null) onGo(from);
        else {
          toast.info(byId ? t('users.goIdRequired') : sort === 'name' ? t('users.goNameRequired') : label);
          input.current?.focus();
        }
      }}
    >
      <div className="box">
        <input
          ref={input}
          className="box-input"
          type="text"
          inputMode={byId ? 'numeric' : 'text'}
          enterKeyHint="go"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          aria-label={label}
          placeholder={label}
          maxLength={byId ? 9 : userlistLimits.from.max}
          value={text}
          onInput={(event) => {
            const box = event.currentTarget;
            const typed = byId ? box.value.replace(/\D/g, '') : box.value;
            if (typed !== box.value) box.value = typed;
            setText(typed);
          }}
        />
      </div>
      <button type="submit" className="button">
        {t('users.goTo')}
      </button>
    </form>
  );
}
