import type { LevelRights } from '@gen/accounts.ts';
import { type FunctionGroup, functionGroupWords, type Right } from '@gen/accounts.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { sitePages } from '../../../lib/siteMap.ts';
import { Select } from '../../../ui/Select.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { editedRights, type RightsEdits } from './rights.ts';

export interface LevelPreviewProps {
  levels: readonly LevelRights[];
  chosen: number;
  edits: RightsEdits;
  onChoose: (level: number) => void;
}

/** "What would level 3 see?": the sidebar of that level, with its permissions; edits count as if they were saved. */
export function LevelPreview({ levels, chosen, edits, onChoose }: LevelPreviewProps) {
  const level = levels.find((one) => one.level === chosen);
  if (!level) return null;
  const rights = editedRights(level, edits);
  const shown = functionGroupWords.filter((group) => rights[group] !== 'none');
  return (
    <section className="card roles-preview" aria-label={t('roles.preview')}>
      <header className="card-head">
        <h2>{t('roles.preview')}</h2>
        <p className="card-help">{t('roles.previewHelp')}</p>
      </header>
      <div className="card-body form-stack">
        <Select
          label={t('roles.level')}
          name="previewLevel"
          value={String(chosen)}
          options={levels.map((one) => ({ value: String(one.level), label: formatNumber(one.level) }))}
          onChange={(value) => onChoose(Number(value))}
        />
        <div aria-live="polite">
          {shown.length === 0 ? (
            <p>{t('roles.seesNothing', { level: chosen })}</p>
          ) : (
            <ul className="roles-sees">
              {shown.map((group) => (
                <SeenGroup key={group} group={group} right={rights[group]} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}

function SeenGroup({ group, right }: { group: FunctionGroup; right: Right }) {
  const pages = sitePages(group);
  return (
    <li>
      <p className="roles-sees-head">
        <strong>{t(`roles.group.${group}`)}</strong>
        <Tag tone={right === 'write' ? 'ok' : 'info'}>{t(`roles.right.${right}`)}</Tag>
      </p>
      {pages.length > 0 && (
        <ul>
          {pages.map(({ path, title }) => (
            <li key={path}>{t(title)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
