import type { Shown } from './state.ts';

const kinds = { card: 'Card', pin: 'PIN', finger: 'Finger', face: 'Face', iris: 'Iris' } as const;

function Who({ user, refused }: { user: Shown['user']; refused: boolean }) {
  if (user === null) return <b className="who who-no">unknown</b>;
  return (
    <b className={`who ${refused ? 'who-no' : 'who-yes'}`}>
      <bdi>{user.name || 'no name'}</bdi> <small>{user.userid}</small>
      {refused && ' no access'}
    </b>
  );
}

export function Events({ accesses }: { accesses: readonly Shown[] }) {
  return (
    <section className="events" aria-labelledby="events">
      <h2 id="events">Events</h2>
      {accesses.length === 0 ? (
        <p className="none">Present a card or type a PIN and OK; what the terminal makes of it stands here.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls a long list by its focus.
        <ol tabIndex={0} aria-labelledby="events">
          {accesses.map((access) => (
            <li key={access.key}>
              <time dateTime={new Date(access.time).toISOString()}>
                {new Date(access.time).toLocaleTimeString([], { hourCycle: 'h23' })}
              </time>
              <Who user={access.user} refused={!access.granted && access.asked.length === 0} />
              <span className="event-what">
                {kinds[access.kind]} <bdi>{access.credential}</bdi>
                {access.user !== null && access.status !== '' && (
                  <>
                    {' · '}
                    <bdi className="event-status">{access.status}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
