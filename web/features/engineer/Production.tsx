import {
  downloadProduction,
  type ProductionStateReply,
  productionStart,
  productionState,
  setMode,
} from '@gen/engineer.ts';
import { useState } from 'react';
import { usePaced } from '../../lib/api/usePaced.ts';
import { t } from '../../lib/i18n.ts';
import { polling } from '../../lib/polling.ts';
import { problemText } from '../../lib/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Download } from '../../ui/Download.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ProductionPrint } from './ProductionPrint.tsx';
import { ProductionQuestion } from './ProductionQuestion.tsx';
import { ProductionSteps } from './ProductionSteps.tsx';

/** Polling interval during a run: the tester waits for the reaction to a card. */
const LOOK_MS = 700;

/** The production test: each device, its instruction, and the result to sign. */
export function Production() {
  const { data, error, mutate } = usePaced(
    'productionState',
    () => productionState({ handles: () => true }),
    (now) => (now?.phase === 'running' ? LOOK_MS : 0),
    { ...polling, revalidateOnFocus: false, dedupingInterval: 0 },
  );
  const look = async () => void (await mutate().catch(() => undefined));
  if (data === undefined) {
    return error === undefined ? <Skeleton lines={4} /> : <ErrorState text={problemText(error)} onRetry={look} />;
  }
  const { phase, passed, sha256 } = data;
  return (
    <Card title={t('debug.mode')} help={t('production.intro')} footer={<Actions state={data} look={look} />}>
      {phase === 'running' && <ProductionQuestion state={data} look={look} />}
      <div role="status">
        {phase === 'done' && (
          <Notice tone={passed ? 'ok' : 'no'} title={t(passed ? 'system.storage.good' : 'ui.failed')}>
            <p className="production-hash" dir="ltr">
              SHA-256 {sha256}
            </p>
          </Notice>
        )}
      </div>
      {phase !== 'none' && <ProductionSteps state={data} />}
    </Card>
  );
}

interface Looking {
  state: ProductionStateReply;
  /** Reads the state again. */
  look: () => Promise<void>;
}

function Actions({ state, look }: Looking) {
  const [busy, setBusy] = useState(false);
  const isRunning = state.phase === 'running';
  const word = t(isRunning ? 'debug.modeEnd' : 'debug.modeBegin');
  const press = async () => {
    const lost = { none: '', running: t('production.cut'), done: t('production.lost') }[state.phase];
    if (lost !== '' && !(await confirm({ title: t('debug.mode'), body: lost, action: word, danger: true }))) {
      return;
    }
    setBusy(true);
    /* Errors are shown automatically. */
    await setMode({ mode: isRunning ? 'normal' : 'productionTest' })
      .then(() => (isRunning ? undefined : productionStart()))
      .catch(() => undefined);
    await look();
    setBusy(false);
  };
  return (
    <>
      {state.phase === 'done' && (
        <>
          <Download tone="primary" kinds={[{ label: t('ui.download'), fetch: downloadProduction }]} />
          <ProductionPrint state={state} />
        </>
      )}
      <Button tone={state.phase === 'none' ? 'primary' : 'plain'} busy={busy} onClick={() => void press()}>
        {word}
      </Button>
    </>
  );
}
