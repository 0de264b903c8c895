import { t } from '../../../lib/i18n.ts';
import { type MoveState, originOf, staysHere } from '../../../lib/move/machine.ts';
import { Tag } from '../../../ui/Tag.tsx';

/** The address of this page and the new one, each with whether the terminal responds there. */
export function MovePlaces({ state, origin }: { state: MoveState; origin: string }) {
  const { move, here, there } = state;
  return (
    <ul className="move-places">
      <Place label={t('move.thisAddress')} origin={origin} answers={here} />
      {move.url !== '' && !staysHere(move, origin) && (
        <Place label={t('move.newAddress')} origin={originOf(move.url)} answers={there} />
      )}
    </ul>
  );
}

function Place({ label, origin, answers }: { label: string; origin: string; answers: boolean | null }) {
  return (
    <li className="move-place">
      <span>
        <span className="muted">{label}</span> <bdi className="mono">{origin}</bdi>
      </span>
      {answers === null ? (
        <Tag>{t('move.asking')}</Tag>
      ) : (
        <Tag tone={answers ? 'ok' : 'warn'} icon={answers ? 'check' : 'unplugged'}>
          {answers ? t('move.answers') : t('move.silent')}
        </Tag>
      )}
    </li>
  );
}
