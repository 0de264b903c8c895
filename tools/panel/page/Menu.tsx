import type { Menu, MenuCheck, MenuLink } from '../protocol.ts';
import { type Words, wordsOf } from './words.ts';

/** Typed digits are shown as dots, as on a real terminal, unless they are no secret. */
export function Typed({ pin, words, shown = false }: { pin: string; words: Words; shown?: boolean }) {
  return (
    <div className="typed" role="status" aria-label={words('screen.typed', { count: pin.length })}>
      {shown ? <bdi dir="ltr">{pin}</bdi> : '•'.repeat(pin.length)}
    </div>
  );
}

const secretPages: readonly string[] = ['id', 'code'];
const addressPages: readonly string[] = ['askAddress', 'askMask', 'askGateway', 'setAddress', 'keepAddress'];

/** The typed parts of the address, in the order of input. */
function Address({ menu: { address, mask, gateway } }: { menu: Menu }) {
  return (
    <bdi className="menu-address" dir="ltr">
      {[address, mask, gateway].filter((text) => text !== '').join(' · ')}
    </bdi>
  );
}

function Links({ links, words }: { links: readonly MenuLink[]; words: Words }) {
  return (
    <dl className="menu-links">
      {links.map((link) => (
        <div key={link.interface}>
          <dt>{words(`screen.menu.link.${link.interface}`)}</dt>
          <dd>
            <bdi dir="ltr">{link.address}</bdi> <small>{words(`screen.menu.lease.${link.lease}`)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const checkMarks = { none: '–', good: '✓', warning: '!', failed: '×' } as const;

/** Failures and warnings first, each with its remedy. */
function Checks({ checks, words }: { checks: readonly MenuCheck[]; words: Words }) {
  const order = ['failed', 'warning', 'good', 'none'];
  const sorted = [...checks].sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls a long list by its focus.
    <ul className="menu-checks" tabIndex={0} aria-label={words('screen.menu.page.selfTest')}>
      {sorted.map(({ part, result }) => (
        <li key={part} className={`check-${result}`}>
          <span aria-hidden="true">{checkMarks[result]}</span>
          <span>{words(`screen.part.${part}`)}</span>
          <small>{words(`screen.check.${result}`)}</small>
          {(result === 'failed' || result === 'warning') && <p>{words(`screen.todo.${part}.${result}`)}</p>}
        </li>
      ))}
    </ul>
  );
}

function Person({ person, words }: { person: NonNullable<Menu['person']>; words: Words }) {
  const { userid, name, isNew } = person;
  return (
    <span className="menu-person">
      {words(isNew ? 'screen.menu.newUser' : 'screen.menu.user', { userid })} {name !== '' && <bdi>{name}</bdi>}
    </span>
  );
}

function Entries({ entries, words }: { entries: Menu['entries']; words: Words }) {
  return (
    <ul className="menu-entries">
      {entries.map(({ key, what }) => (
        <li key={key}>
          <kbd>{key}</kbd>
          <span>{words(`screen.menu.what.${what}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The page of the administrator's menu, and the result of the last key. */
export function AdministratorMenu({ menu, language, pin }: { menu: Menu; language: string; pin: string }) {
  const words = wordsOf(language);
  const values = { seconds: menu.wait, holder: menu.holder };
  const note = menu.note === '' ? '' : words(`screen.menu.note.${menu.note}`, values);
  const isGood = menu.note === 'done' || menu.note === 'undone';
  return (
    <section className="menu" aria-label={words('screen.menu.title')}>
      <strong className="menu-title">
        {words('screen.menu.title')} <small>{words('screen.menu.close')}</small>
      </strong>
      {menu.person !== null && menu.page.startsWith('enrol') && menu.page !== 'enrolUser' && (
        <Person person={menu.person} words={words} />
      )}
      <span className="menu-ask">{words(`screen.menu.page.${menu.page}`, values)}</span>
      {addressPages.includes(menu.page) && <Address menu={menu} />}
      {menu.page === 'network' && <Links links={menu.links} words={words} />}
      {menu.page === 'selfTest' && <Checks checks={menu.checks} words={words} />}
      <Entries entries={menu.entries} words={words} />
      <span className={`menu-note menu-note-${isGood ? 'done' : 'no'}`} role="status">
        {note}
      </span>
      {pin !== '' && <Typed pin={pin} words={words} shown={!secretPages.includes(menu.page)} />}
    </section>
  );
}
