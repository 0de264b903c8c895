import { type User, userlist } from '@gen/users.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { cardText } from '../../../lib/cardText.ts';
import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { CARDS_MAX, cardsOf } from '../../../lib/userCards.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SearchBox } from '../../../ui/FilterBar.tsx';
import { editPath } from '../list/UserTable.tsx';
import { nameOf } from '../words.ts';
import type { GivenCard } from './givenCard.ts';

/** Maximum number of suggested users. */
const MOST = 8;

const NAME_MAX = 64;

export interface GiveCardProps {
  card: string;
  /** Identifies the record, read out. */
  name: string;
  onOpen: () => void;
}

/** Button beside an unknown card in the log, with write permission for users. */
export function GiveCard({ card, name, onOpen }: GiveCardProps) {
  const mayWrite = usePower('user')?.write ?? false;
  if (!mayWrite) return null;
  return (
    <Button size="small" tone="quiet" label={`${t('give.give', { card: cardText(card) })}, ${name}`} onClick={onOpen}>
      {t('give.short')}
    </Button>
  );
}

/** Selects the user: the form of that user, or of a new one, opens with the number. */
export function GiveCardDialog({ card, onClose }: { card: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const open = (path: string) => navigate(path, { state: { card } satisfies GivenCard });
  return (
    <Dialog
      open
      title={t('give.give', { card: cardText(card) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button icon="plus" onClick={() => open('/user/addUser')}>
            {t('give.new')}
          </Button>
        </>
      }
    >
      <p>{t('give.text')}</p>
      <SearchBox
        label={t('give.whom')}
        value={search}
        maxLength={NAME_MAX}
        onSearch={(text) => setSearch(text.trim())}
      />
      {search !== '' && <People search={search} onChoose={({ userid }) => open(editPath(userid))} />}
    </Dialog>
  );
}

/** Which cards a user has; empty for none. */
function heldText([first, ...more]: readonly string[]): string {
  if (first === undefined) return '';
  if (more.length === CARDS_MAX - 1) return t('give.full');
  const card = cardText(first);
  return more.length === 0 ? t('give.has', { card }) : t('give.hasMore', { card, count: more.length });
}

function People({ search, onChoose }: { search: string; onChoose: (user: User) => void }) {
  const { data, error, mutate } = useSWR(['give.people', search], () =>
    userlist({ search, limit: MOST }, { handles: () => true }),
  );
  if (error !== undefined) return <ErrorState text={problemText(error)} onRetry={() => void mutate()} />;
  return (
    <>
      <p role="status">{data?.users.length === 0 ? t('give.nobody') : ''}</p>
      <fieldset className="chips" aria-label={t('give.whom')}>
        {data?.users.map((user) => (
          <Button key={user.userid} disabled={cardsOf(user).length === CARDS_MAX} onClick={() => onChoose(user)}>
            <bdi>{nameOf(user)}</bdi> · {user.userid}
            <span className="muted"> {heldText(cardsOf(user))}</span>
          </Button>
        ))}
      </fieldset>
    </>
  );
}
