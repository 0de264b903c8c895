import { licences } from '@gen/licences.ts';
import { t } from '../../lib/i18n.ts';

/** Third-party components of this firmware, and their licences. */
export function Licences() {
  return (
    <details className="licences">
      <summary>{t('system.licencesShow', { count: licences.length })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('system.part')}</th>
            <th scope="col">{t('system.version')}</th>
            <th scope="col">{t('system.licence')}</th>
          </tr>
        </thead>
        <tbody lang="en" dir="ltr">
          {licences.map(({ name, version, licence }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{version}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
