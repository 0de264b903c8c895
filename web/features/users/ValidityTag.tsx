import type { User } from '@gen/contract.ts';
import { Tag } from '../../ui/Tag.tsx';
import { localDay, type Validity, validityOf } from './validity.ts';
import { validityText } from './words.ts';

function look(validity: Validity) {
  if (validity.kind === 'expired') return { tone: 'no', icon: 'alert' } as const;
  if (validity.kind === 'notYet') return { tone: 'info', icon: 'clock' } as const;
  if (validity.kind === 'until' && validity.soon) return { tone: 'warn', icon: 'clock' } as const;
  return { tone: 'neutral' } as const;
}

/** Whether a user is valid today. */
export function ValidityTag({ user }: { user: Pick<User, 'validFrom' | 'validTo'> }) {
  const validity = validityOf(user, localDay(new Date()));
  /* The usual case needs no frame. */
  if (validity.kind === 'always') return <span className="muted">{validityText(validity)}</span>;
  return <Tag {...look(validity)}>{validityText(validity)}</Tag>;
}
