import type { LevelRights } from '@gen/accounts.ts';
import { t } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/confirm.ts';
import { cellText } from '../words.ts';
import { cellsOf, type RightsEdits } from './rights.ts';

/** Somebody else saved permissions first: shows the differences to the current ones, and asks whether to keep the edits. */
export function askToKeep(levels: readonly LevelRights[], edits: RightsEdits): Promise<boolean> {
  return confirm({
    title: t('roles.conflictTitle'),
    body: (
      <>
        <p>{t('roles.conflictText')}</p>
        <ul>
          {cellsOf(levels, edits).map(({ level, group, stored, edited }) => (
            <li key={`${level}-${group}`}>
              {t('roles.conflictCell', {
                cell: cellText(level, group),
                theirs: t(`roles.right.${stored}`),
                mine: t(`roles.right.${edited}`),
              })}
            </li>
          ))}
        </ul>
      </>
    ),
    action: t('roles.keepMine'),
  });
}
