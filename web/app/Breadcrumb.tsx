import { Link } from 'react-router-dom';
import { t } from '../lib/i18n.ts';
import { Icon } from '../ui/Icon.tsx';
import { sections } from './navigation.ts';
import { type Route, routes } from './routes.tsx';

/** The position of the page. On a phone only one part: the title of a top-level page, the way back of a deeper one. */
export function Breadcrumb({ route, phone }: { route: Route; phone: boolean }) {
  const parent = routes.find(({ path }) => path === route.parent);
  if (phone) {
    return (
      <nav className="crumbs" aria-label={t('shell.breadcrumb')}>
        {parent ? (
          <Link to={parent.path} className="crumb-back">
            <Icon name="chevronStart" />
            <span>{t(parent.title)}</span>
          </Link>
        ) : (
          <span className="crumb-here">{t(route.title)}</span>
        )}
      </nav>
    );
  }
  const section = sections.find(({ group }) => group === route.group);
  return (
    <nav className="crumbs" aria-label={t('shell.breadcrumb')}>
      <ol>
        {section && (
          <li>
            <Link to={section.to}>{t(section.label)}</Link>
          </li>
        )}
        {parent && (
          <li>
            <Link to={parent.path}>{t(parent.title)}</Link>
          </li>
        )}
        <li>
          <span className="crumb-here" aria-current="page">
            {t(route.title)}
          </span>
        </li>
      </ol>
    </nav>
  );
}
