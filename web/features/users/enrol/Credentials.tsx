import type { Factor, User } from '@gen/contract.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { isEnrolled } from '../form/identify.ts';
import { FINGER_COUNT, fingersOf } from './enrolled.ts';

/** In drawing order. Every terminal has card and PIN; the others are shown if enrolled. */
const SHOWN = ['card', 'password', 'finger', 'face', 'iris'] as const satisfies readonly Factor[];
const ICONS = { card: 'card', password: 'keypad', finger: 'finger', face: 'face', iris: 'eye' } as const;

type Held = Pick<User, 'cardno' | 'hasPassword' | 'enrolled'>;

/** Credentials of a user: an icon each, pale if missing; as text for screen readers. */
export function Credentials({ user }: { user: Held }) {
  const held = SHOWN.filter((factor) => isEnrolled(user, factor));
  const text = held.length > 0 ? held.map((factor) => heldText(user, factor)).join(', ') : t('users.holdsNone');
  return (
    <span className="held" title={text}>
      {SHOWN.filter((factor) => factor === 'card' || factor === 'password' || held.includes(factor)).map((factor) => (
        <span key={factor} className="held-one" aria-hidden="true">
          <Icon name={ICONS[factor]} className={held.includes(factor) ? 'held-on' : 'held-off'} />
          {factor === 'finger' && formatNumber(fingersOf(user).length)}
        </span>
      ))}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

function heldText(user: Held, factor: (typeof SHOWN)[number]): string {
  return factor === 'finger'
    ? t('users.fingersHeld', { count: fingersOf(user).length, of: FINGER_COUNT })
    : t(`enum.Factor.${factor}`);
}
