import type { LevelRights } from '@gen/accounts.ts';
import { type FunctionGroup, functionGroupWords } from '@gen/accounts.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { cellText } from '../words.ts';
import { RightSelect } from './RightSelect.tsx';
import { cellOf, editedRights, HIGHEST } from './rights.ts';
import type { RolesFormState } from './useRolesForm.ts';

export interface RightsTableProps {
  form: RolesFormState;
  /** The level shown on a phone. */
  chosen: number;
  /** ID of the message about the cells with errors. */
  messageId: string;
}

/** A row per level and a column per group; on a phone only the level selected in the preview. */
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
          {props.form.base.levels.map((level) => (
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
  const level = props.form.base.levels.find((one) => one.level === props.chosen);
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

function Cell({ form, level, group, messageId }: CellProps) {
  const name = cellOf(level.level, group);
  return (
    <RightSelect
      label={cellText(level.level, group)}
      value={editedRights(level, form.edits)[group]}
      wrong={form.field(name).error === undefined ? undefined : messageId}
      changed={name in form.edits}
      disabled={!form.base.editable || level.level === HIGHEST}
      onChange={(right) => form.set({ [name]: right })}
    />
  );
}
