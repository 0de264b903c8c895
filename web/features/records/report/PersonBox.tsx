import { reportSumsLimits as limits } from '@gen/records.ts';
import { userlist } from '@gen/users.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { t } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchBox } from '../../../ui/FilterBar.tsx';
import { wholeOf } from './reportState.ts';

/** People who are offered at most. */
const MOST = 8;

const NAME_MAX = 64;

interface PersonBoxProps {
  userid: number | null;
  onChoose: (userid: number | null) => void;
}

/** Somebody by ID; who may read the users finds them by name too, and says which of those is meant. */
export function PersonBox({ userid, onChoose }: PersonBoxProps) {
  const mayFind = useSession()?.roles.includes('user') ?? false;
  const [name, setName] = useState('');
  const asked = userid === null ? name : '';
  const search = (text: string) => {
    const id = wholeOf(text, limits.userid);
    setName(id === null ? text.trim() : '');
    onChoose(id);
  };
  return (
    <>
      <SearchBox
        label={t(mayFind ? 'report.person' : 'report.user')}
        value={userid === null ? name : String(userid)}
        maxLength={mayFind ? NAME_MAX : 9}
        digits={!mayFind}
        onSearch={search}
      />
      {mayFind && asked !== '' && <People name={asked} onChoose={onChoose} />}
    </>
  );
}

function People({ name, onChoose }: { name: string; onChoose: (userid: number) => void }) {
  const { data } = useSWR(['report.person', name], () =>
    userlist({ search: name, limit: MOST }, { handles: () => true }),
  );
  return (
    <fieldset className="chips person-matches" aria-label={t('report.whichPerson')}>
      <span role="status">{data?.users.length === 0 ? t('report.nobody') : ''}</span>
      {data?.users.map((user) => (
        <Button key={user.userid} size="small" onClick={() => onChoose(user.userid)}>
          <bdi>{user.username === '' ? String(user.userid) : user.username}</bdi> <bdi>{user.userid}</bdi>
        </Button>
      ))}
    </fieldset>
  );
}
