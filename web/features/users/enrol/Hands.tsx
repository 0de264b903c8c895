import type { Credential } from '@gen/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { fingerText } from './enrolWords.ts';

/** The backs of the user's own hands: the left one on the left, whatever the language's direction. */
const LEFT = [5, 6, 7, 8, 9] as const;
const RIGHT = [0, 1, 2, 3, 4] as const;

export interface HandsProps {
  /** Enrolled credentials of any kind. */
  credentials: readonly Credential[];
  chosen: number;
  onChoose: (finger: number) => void;
}

/** Both hands; each finger is a button with its name and state. */
export function Hands(props: HandsProps) {
  return (
    <div className="hands" dir="ltr">
      <Hand {...props} label={t('enrol.leftHand')} side="left" fingers={LEFT} />
      <Hand {...props} label={t('enrol.rightHand')} side="right" fingers={RIGHT} />
    </div>
  );
}

interface HandProps extends HandsProps {
  label: string;
  side: 'left' | 'right';
  fingers: readonly number[];
}

function Hand({ label, side, fingers, credentials, chosen, onChoose }: HandProps) {
  return (
    <fieldset className={`hand hand-${side}`} aria-label={label}>
      <svg className="hand-palm" viewBox="0 0 220 170" aria-hidden="true" focusable="false">
        <path d="M14 6h150c4 0 6 3 7 7l9 40c4 16 0 30-8 42l-26 42c-4 7-6 14-6 24H42c0-12-3-22-9-32C21 108 8 70 6 16c0-6 3-10 8-10Z" />
      </svg>
      {fingers.map((finger) => {
        const held = credentials.find((one) => one.factor === 'finger' && one.index === finger);
        const state = held === undefined ? t('enrol.empty') : t('users.enrolled');
        const words = [fingerText(finger), state, held?.duress ? t('enrol.duressTag') : ''].filter(Boolean);
        const classes = [
          'finger',
          `finger-${finger % 5 === 0 && side === 'right' ? 'thumb' : side === 'left' && finger === 9 ? 'thumb' : finger}`,
          held ? 'finger-held' : '',
        ];
        return (
          <button
            key={finger}
            type="button"
            className={classes.filter(Boolean).join(' ')}
            aria-label={words.join(', ')}
            aria-pressed={finger === chosen}
            title={words.join(', ')}
            onClick={() => onChoose(finger)}
          >
            <span className="finger-nail" aria-hidden="true">
              {held && <Icon name={held.duress ? 'alert' : 'check'} size={16} />}
            </span>
          </button>
        );
      })}
      <span className="hand-label" aria-hidden="true">
        {label}
      </span>
    </fieldset>
  );
}
