import { brand } from '@gen/brand.ts';
import { LoginForm, type LoginFormProps } from '../features/accounts/password/LoginForm.tsx';
import { useDocumentTitle } from '../lib/documentTitle.ts';
import { farewell, isGoodFarewell } from '../lib/farewell.ts';
import { activateLanguage, storeLanguage, t, useLanguage } from '../lib/i18n.ts';
import { knownDeviceName } from '../lib/knownDevice.ts';
import { Lines } from '../ui/Lines.tsx';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/toast.ts';
import { BrandMark } from './BrandMark.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

export function LoginPage({ prefetch }: LoginFormProps) {
  /* Follows a change of language in place, so that typed text stays. */
  const language = useLanguage();
  useDocumentTitle(t('login.title'));
  const device = knownDeviceName();
  const reason = farewell();
  return (
    <div className="login">
      <header className="login-tools">
        <LanguageSelect
          language={language}
          onChange={(next) => {
            activateLanguage(next).then(
              () => storeLanguage(next),
              () => toast.error(t('app.networkError')),
            );
          }}
        />
        <ThemeMenu />
      </header>
      <main className="login-main">
        <div className="login-brand">
          <BrandMark />
          {device !== null && device !== brand.name && <span className="login-device">{device}</span>}
        </div>
        <section className="login-card" aria-labelledby="login-title">
          <h1 id="login-title">{t('login.title')}</h1>
          {reason !== null && (
            <Notice tone={isGoodFarewell() ? 'ok' : 'warn'}>
              <Lines text={reason} />
            </Notice>
          )}
          <LoginForm prefetch={prefetch} />
        </section>
        {device === null && <p className="login-hint">{t('login.firstHint')}</p>}
      </main>
      <footer className="login-foot">
        <bdi>{brand.copyright}</bdi>
      </footer>
    </div>
  );
}
