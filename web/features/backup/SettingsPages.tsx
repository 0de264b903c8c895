import type { SettingDifference } from '@gen/backup.ts';
import { t } from '../../lib/i18n.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { isWhole, nameOf, type PageDifferences, pageTitle, valueWords, whyNot } from './differences.ts';

export interface SettingsPagesProps {
  pages: readonly PageDifferences[];
  /** Names of the selected pages. */
  ticked: readonly string[];
  onChange: (ticked: readonly string[]) => void;
}

/** The differences, with a check box for each page. */
export function SettingsPages({ pages, ticked, onChange }: SettingsPagesProps) {
  if (pages.length === 0) return <Notice tone="ok">{t('settingsFile.none')}</Notice>;
  return (
    <ul className="differ-pages" aria-label={t('settingsFile.pages')}>
      {pages.map((page) => (
        <li key={page.pair}>
          <Checkbox
            label={pageTitle(page.pair)}
            hint={hintOf(page)}
            checked={ticked.includes(page.pair)}
            disabled={!isWhole(page)}
            onChange={(on) => onChange(on ? [...ticked, page.pair] : ticked.filter((pair) => pair !== page.pair))}
          />
          <Rows page={page} />
        </li>
      ))}
    </ul>
  );
}

function hintOf(page: PageDifferences): string {
  if (page.refused > 0) return t('settingsFile.refused', { count: page.refused });
  return page.care ? t(`settingsFile.${page.care}`) : t('settingsFile.count', { count: page.rows.length });
}

function Rows({ page: { pair, rows, refused } }: { page: PageDifferences }) {
  return (
    <details open={refused > 0}>
      <summary>{t('settingsFile.show', { count: rows.length })}</summary>
      <table className="backup-table differ-table" aria-label={pageTitle(pair)}>
        <thead>
          <tr>
            <th scope="col">{t('settingsFile.setting')}</th>
            <th scope="col">{t('settingsFile.before')}</th>
            <th scope="col">{t('settingsFile.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.setting} row={row} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Row({ row }: { row: SettingDifference }) {
  const { before, after, code } = row;
  const told = before !== '' || after !== '' || code === 0;
  return (
    <tr>
      <th scope="row">{nameOf(row) || pageTitle(row.page)}</th>
      <td data-label={t('settingsFile.before')}>{told && <bdi>{valueWords(row, before)}</bdi>}</td>
      <td data-label={t('settingsFile.after')}>
        {told && <bdi>{valueWords(row, after)}</bdi>}
        {code !== 0 && (
          <span className="field-error">
            <Icon name="alert" size={14} />
            {t('settingsFile.notTaken', { why: whyNot({ ...row, setting: '' }) })}
          </span>
        )}
      </td>
    </tr>
  );
}
