import { useDocumentTitle } from '../lib/documentTitle.ts';
import { t } from '../lib/i18n.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { BrandMark } from './BrandMark.tsx';

export function NotFoundPage() {
  useDocumentTitle(t('page.notFound'));
  return (
    <main className="login">
      <div className="login-main not-found">
        <BrandMark />
        <p className="not-found-code" aria-hidden="true">
          404
        </p>
        <h1>{t('page.notFound')}</h1>
        <p className="muted">{t('notFound.text')}</p>
        <ButtonLink to="/" tone="primary">
          {t('notFound.home')}
        </ButtonLink>
      </div>
    </main>
  );
}
