import { peopleInside } from '@gen/door.ts';
import useSWR from 'swr';
import { useRecords } from '../../lib/events.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import { userText } from '../../lib/recordTexts.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { totalText } from '../../ui/Pager.tsx';

const SHOWN = 10;

/** Users who are inside, by their punches. */
export function InsideCard() {
  const { data, mutate } = useSWR('peopleInside', () => peopleInside({ limit: SHOWN }, { handles: () => true }), {
    dedupingInterval: 500,
  });
  useRecords(() => void mutate().catch(() => undefined));
  if (!data) return null;
  const more = data.total - data.people.length;
  return (
    <Card
      title={t('inside.title', { count: totalText(data.total, data.totalIsMore) })}
      help={t('inside.help')}
      footer={<ButtonLink to="/advSetting/inside">{t('page.inside')}</ButtonLink>}
    >
      {data.people.length === 0 ? (
        <p>{t('inside.none')}</p>
      ) : (
        <ul className="inside">
          {data.people.map(({ userid, username, since }) => (
            <li key={userid}>
              <bdi>{userText({ userid, username })}</bdi>{' '}
              <span className="overview-more">{formatMoment(since / 1000)}</span>
            </li>
          ))}
          {more > 0 && <li className="overview-more">{t('users.andMore', { count: more })}</li>}
        </ul>
      )}
    </Card>
  );
}
