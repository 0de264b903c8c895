import { confirmNetwork } from '@gen/network.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/apiError.ts';
import { useDocumentTitle } from '../../../lib/documentTitle.ts';
import { type PlainKey, t } from '../../../lib/i18n.ts';
import '../../../lib/consoleTexts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

type Outcome = { kind: 'asking' } | { kind: 'kept'; page: string } | { kind: 'unknown' } | { kind: 'silent' };

const titles: Record<Outcome['kind'], PlainKey> = {
  asking: 'confirmNetwork.asking',
  kept: 'confirmNetwork.kept',
  unknown: 'confirmNetwork.unknown',
  silent: 'confirmNetwork.silent',
};

/** Addresses of the pages whose change is confirmed here. */
const pages: Partial<Record<string, { title: PlainKey; path: string }>> = {
  Ethernet: { title: 'page.ethernet', path: '/network/ethernet' },
  Internet: { title: 'page.internet', path: '/network/internet' },
  Wirless: { title: 'page.wifi', path: '/network/wirless' },
};

/** The code after the #, removed from the URL so that it stays in no history. */
function takeCode(): string {
  const code = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  return code;
}

/** /network/confirm#code: where a browser confirms that it reaches the terminal after a change. With or without a session. */
export function ConfirmNetworkPage() {
  const [code] = useState(takeCode);
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'asking' });
  useDocumentTitle(t('page.confirmNetwork'));
  const ask = async () => {
    setOutcome({ kind: 'asking' });
    setOutcome(await confirmWith(code));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a code works once.
  useEffect(() => void ask(), []);
  return (
    <main className="login login-main">
      <section className="login-card" aria-labelledby="confirm-title" aria-live="polite">
        <h1 id="confirm-title">{t(titles[outcome.kind])}</h1>
        <Told outcome={outcome} onRetry={() => void ask()} />
      </section>
    </main>
  );
}

async function confirmWith(code: string): Promise<Outcome> {
  try {
    const { page } = await confirmNetwork({ code }, { handles: () => true });
    return { kind: 'kept', page };
  } catch (error) {
    const answered = error instanceof ApiError && error.kind === 'refused' && error.status < 500;
    return { kind: answered ? 'unknown' : 'silent' };
  }
}

function Told({ outcome, onRetry }: { outcome: Outcome; onRetry: () => void }): ReactNode {
  switch (outcome.kind) {
    case 'asking':
      return <Skeleton lines={2} />;
    case 'kept': {
      const page = pages[outcome.page];
      return (
        <>
          <Notice tone="ok">
            {page ? t('confirmNetwork.keptText', { page: t(page.title) }) : t('confirmNetwork.keptAny')}
          </Notice>
          <a className="button button-primary" href={page?.path ?? '/'}>
            <span>{t('confirmNetwork.goOn')}</span>
          </a>
        </>
      );
    }
    case 'unknown':
      return (
        <>
          <Notice tone="warn">{t('confirmNetwork.unknownText')}</Notice>
          <a className="button button-plain" href="/network">
            <span>{t('confirmNetwork.goOn')}</span>
          </a>
        </>
      );
    case 'silent':
      return (
        <>
          <Notice tone="no">{t('confirmNetwork.silentText')}</Notice>
          <Button tone="primary" icon="refresh" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </>
      );
  }
}
