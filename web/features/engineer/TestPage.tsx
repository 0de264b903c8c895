import { ErrorCode } from '@gen/errors.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useDocumentTitle } from '../../lib/documentTitle.ts';
import { t } from '../../lib/i18n.ts';
import '../../lib/consoleTexts.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { saveFile } from '../../lib/save.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ForEngineer } from './ForEngineer.tsx';
import { Production } from './Production.tsx';
import { useStill } from './useStill.ts';

/** /test in the shell; for the engineer the production test comes first. */
export function TestPage() {
  return (
    <div className="form-page">
      <PageHeader title={t('page.test')} />
      <ForEngineer>
        <Production />
        <p>
          <Link to="/debug" className="target-link">
            {t('page.debug')}
          </Link>
        </p>
      </ForEngineer>
      <Card>
        <Camera />
      </Card>
    </div>
  );
}

/** /test without a session: the only page. */
export function PublicTestPage() {
  useDocumentTitle(t('page.test'));
  return (
    <main className="login login-main">
      <section className="login-card" aria-labelledby="test-title">
        <h1 id="test-title">{t('page.test')}</h1>
        <Camera />
        <a className="button button-plain" href="/login">
          <span>{t('login.title')}</span>
        </a>
      </section>
    </main>
  );
}

/** The live camera image, and a still to save. */
function Camera() {
  const [live, setLive] = useState(true);
  const { still, address, problem, retry } = useStill(live);
  return (
    <>
      {address !== undefined && (
        <img style={{ maxInlineSize: '100%', maxBlockSize: '70dvh' }} src={address} alt={t('page.test')} />
      )}
      {address === undefined && problem === undefined && <Skeleton lines={4} />}
      <div role="status">
        {problem !== undefined && (
          <Notice tone="warn">
            <Lines text={codeOf(problem) === ErrorCode.tokenFailed ? t('test.closed') : problemText(problem)} />
          </Notice>
        )}
      </div>
      <div className="stack button-row">
        {problem !== undefined && (
          <Button icon="refresh" onClick={retry}>
            {t('ui.retry')}
          </Button>
        )}
        {still && (
          <Button tone="primary" icon="camera" onClick={() => setLive(!live)}>
            {live ? t('test.take') : t('test.again')}
          </Button>
        )}
        {still && !live && (
          <Button icon="download" onClick={() => saveFile(still)}>
            {t('copy.save')}
          </Button>
        )}
      </div>
    </>
  );
}
