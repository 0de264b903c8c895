import type { LevelRights } from '@gen/accounts.ts';
import { type FunctionGroup, functionGroupWords, type Right } from '@gen/accounts.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { usePhone } from '../../lib/media.ts';
import { RightSelect } from './RightSelect.tsx';
import { editedRights, HIGHEST, type RightsEdits, type TooLow } from './rights.ts';

export interface RightsTableProps {
  levels: readonly LevelRights[];
  /** The level that a phone shows. */
  chosen: number;
  edits: RightsEdits;
  /** Cells that cannot be saved so, and the ID of the message about them. */
  wrong: readonly TooLow[];
  messageId: string;
  editable: boolean;
  onChange: (level: LevelRights, group: FunctionGroup, right: Right) => void;
}

/** A row a level and a column a group; on a phone the level that is chosen in the preview. */
export function RightsTable(props: RightsTableProps) {
  const phone = usePhone();
  return phone ? <LevelCard {...props} /> : <LevelRows {...props} />;
}

function LevelRows(props: RightsTableProps) {
  return (
    <section className="card roles-card" aria-label={t('page.roles')}>
      <table className="roles-table">
        <thead>
          <tr>
            <th scope="col">{t('roles.level')}</th>
            {functionGroupWords.map((group) => (
              <th key={group} scope="col">
                {t(`roles.group.${group}`)}
              </th>
            ))}
            <th scope="col" className="roles-figure">
              {t('roles.accounts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {props.levels.map((level) => (
            <tr key={level.level}>
              <th scope="row">{formatNumber(level.level)}</th>
              {functionGroupWords.map((group) => (
                <td key={group}>
                  <Cell {...props} level={level} group={group} />
                </td>
              ))}
              <td className="roles-figure">{level.accounts > 0 ? formatNumber(level.accounts) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LevelCard(props: RightsTableProps) {
  const level = props.levels.find((one) => one.level === props.chosen);
  if (!level) return null;
  return (
    <fieldset className="card roles-level">
      <legend className="visually-hidden">{t('roles.levelName', { level: level.level })}</legend>
      <p className="roles-level-head" aria-hidden="true">
        <strong>{t('roles.levelName', { level: level.level })}</strong>
        <span>{t('roles.people', { count: level.accounts })}</span>
      </p>
      {functionGroupWords.map((group) => (
        <div key={group} className="roles-line">
          <span aria-hidden="true">{t(`roles.group.${group}`)}</span>
          <Cell {...props} level={level} group={group} />
        </div>
      ))}
    </fieldset>
  );
}

interface CellProps extends RightsTableProps {
  level: LevelRights;
  group: FunctionGroup;
}

function Cell({ level, group, edits, wrong, messageId, editable, onChange }: CellProps) {
  const isWrong = wrong.some((one) => one.level === level.level && one.group === group);
  return (
    <RightSelect
      label={t('roles.cell', { level: level.level, group: t(`roles.group.${group}`) })}
      value={editedRights(level, edits)[group]}
      wrong={isWrong ? messageId : undefined}
      changed={edits.get(level.level)?.[group] !== undefined}
      disabled={!editable || level.level === HIGHEST}
      onChange={(right) => onChange(level, group, right)}
    />
  );
}
