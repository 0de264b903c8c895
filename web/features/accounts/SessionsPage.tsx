import { endSession, forgetBrowser, type KnownBrowser, type OpenSession, sessions } from '@gen/accounts.ts';
import useSWR from 'swr';
import { formatMoment, t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { useSession } from '../../lib/session.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toast } from '../../ui/toast.ts';

/** Open sessions and trusted browsers: those of the own account, for admin of all accounts. */
export function SessionsPage() {
  const { data, error, mutate } = useSWR('sessions', () => sessions({ handles: () => true }));
  const account = useSession()?.account;
  const read = () => void mutate();
  const end = (session: OpenSession) =>
    ask(t('sessions.endTitle', { name: nameOf(session) }), t('sessions.endText'), t('sessions.end'), async () => {
      await act(endSession({ id: session.id }), t('sessions.ended'));
      read();
    });
  const forget = (browser: KnownBrowser) =>
    ask(
      t('browsers.forgetTitle', { name: nameOf(browser) }),
      t('browsers.forgetText'),
      t('browsers.forget'),
      async () => {
        await act(forgetBrowser({ id: browser.id }), t('browsers.forgotten'));
        read();
      },
    );
  return (
    <div className="form-page">
      <PageHeader title={t('page.sessions')} description={t('sessions.text')} />
      {!data &&
        (error === undefined ? <Skeleton lines={6} /> : <ErrorState text={problemText(error)} onRetry={read} />)}
      {data && (
        <div className="form-stack">
          <Card title={t('sessions.title')} help={t('sessions.help')} flush>
            <ul className="entries">
              {ownFirst(data.sessions, account).map((session) => (
                <Row
                  key={session.id}
                  {...session}
                  more={t('sessions.times', { opened: formatMoment(session.opened), used: formatMoment(session.used) })}
                  action={t('sessions.endOf', { name: nameOf(session) })}
                  onEnd={session.current ? undefined : () => void end(session)}
                />
              ))}
            </ul>
          </Card>
          <Card title={t('browsers.title')} help={t('browsers.help')} flush>
            <ul className="entries">
              {ownFirst(data.browsers, account).map((browser) => (
                <Row
                  key={browser.id}
                  {...browser}
                  more={t('browsers.times', { made: formatMoment(browser.made), used: formatMoment(browser.used) })}
                  action={t('browsers.forgetOf', { name: nameOf(browser) })}
                  onEnd={() => void forget(browser)}
                />
              ))}
            </ul>
          </Card>
        </div>
      )}
    </div>
  );
}

interface Place {
  account: string;
  browser: string;
  peer: string;
}

const nameOf = ({ account, browser }: Place): string => `${account}, ${browser || t('browsers.unknown')}`;

/** This tab's session first, then those of the own account, then the others; last used first. */
export function ownFirst<Known extends { account: string; current: boolean; used: number }>(
  known: readonly Known[],
  account: string | undefined,
): Known[] {
  const rank = (one: Known): number => (one.current ? 2 : one.account === account ? 1 : 0);
  return known.toSorted((a, b) => rank(b) - rank(a) || b.used - a.used);
}

interface RowProps extends Place {
  current: boolean;
  more: string;
  action: string;
  /** Omitted if it cannot be ended here. */
  onEnd: (() => void) | undefined;
}

function Row({ account, browser, peer, current, more, action, onEnd }: RowProps) {
  return (
    <li className="entry">
      <span className="entry-text">
        <span className="entry-name">
          <bdi>{account}</bdi> · <bdi>{browser || t('browsers.unknown')}</bdi>{' '}
          {current && <Tag tone="info">{t('sessions.this')}</Tag>}
        </span>
        <span className="entry-more">
          <bdi className="mono">{peer}</bdi> · {more}
        </span>
      </span>
      {onEnd && <IconButton icon="trash" label={action} onClick={onEnd} />}
    </li>
  );
}

function ask(title: string, body: string, action: string, run: () => Promise<void>): Promise<boolean> {
  return confirm({ title, body, action, danger: true, run });
}

async function act(call: Promise<unknown>, done: string): Promise<void> {
  try {
    await call;
    toast.ok(done);
  } catch {
    /* The call has shown the error. */
  }
}
