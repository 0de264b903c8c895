import {
  type DebugLevel,
  debugLevelWords,
  downloadCrash,
  downloadLog,
  getDebugParam,
  type SetDebugParamReply,
  setDebugParam,
  setMode,
} from '@gen/engineer.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { formatMoment, t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Download } from '../../ui/Download.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { ForEngineer } from './ForEngineer.tsx';

/** /debug: diagnostics for the engineer. */
export function DebugPage() {
  return (
    <div className="form-page">
      <PageHeader title={t('page.debug')} />
      <ForEngineer>
        <Tools />
      </ForEngineer>
      <p className="button-row">
        <Link to="/snkey" className="target-link">
          {t('page.snKey')}
        </Link>
        <Link to="/test" className="target-link">
          {t('page.test')}
        </Link>
        <a href="/up" dir="ltr" className="target-link">
          /up
        </a>
      </p>
    </div>
  );
}

function Tools() {
  const { data, error, mutate } = useSWR('SetDebugParam', () => setDebugParam({ handles: () => true }), {
    revalidateOnFocus: false,
  });
  const look = async () => void (await mutate().catch(() => undefined));
  if (data === undefined) {
    return error === undefined ? <Skeleton lines={6} /> : <ErrorState text={problemText(error)} onRetry={look} />;
  }
  const { logOctets, crash } = data;
  return (
    <>
      <Levels modules={data.modules} look={look} />
      <Card title={t('debug.log')} help={t('debug.logHelp', { size: sizeText(logOctets) })}>
        <Download kinds={[{ label: t('ui.download'), fetch: downloadLog }]} />
      </Card>
      <Card title={t('debug.crash')}>
        {crash.at === 0 ? (
          <p>{t('debug.noCrash')}</p>
        ) : (
          <>
            <p>
              {formatMoment(crash.at)} · <bdi>{crash.reason}</bdi> · <bdi>{crash.buildId}</bdi>
            </p>
            <Download kinds={[{ label: t('ui.download'), fetch: downloadCrash }]} />
          </>
        )}
      </Card>
      <Mode mode={data.mode} look={look} />
    </>
  );
}

interface Looking {
  /** Reads the state again. */
  look: () => Promise<void>;
}

/** Log level of each module; effective at once. */
function Levels({ modules, look }: Looking & Pick<SetDebugParamReply, 'modules'>) {
  const options = debugLevelWords.map((value) => ({ value, label: t(`enum.DebugLevel.${value}`) }));
  const set = (name: string) => async (level: DebugLevel) => {
    /* Errors are shown automatically. */
    await getDebugParam({ name, level }).catch(() => undefined);
    await look();
  };
  return (
    <Card title={t('debug.levels')} help={t('debug.levelsHelp')}>
      <div className="pair">
        {modules.map(({ name, level }) => (
          <Select key={name} label={name} name={name} value={level} options={options} onChange={set(name)} />
        ))}
      </div>
    </Card>
  );
}

function Mode({ mode, look }: Looking & Pick<SetDebugParamReply, 'mode'>) {
  const [busy, setBusy] = useState(false);
  const isOn = mode === 'productionTest';
  const word = isOn ? t('debug.modeEnd') : t('debug.modeBegin');
  const change = async () => {
    /* A test may be running. */
    if (isOn && !(await confirm({ title: t('debug.mode'), body: t('production.cut'), action: word, danger: true })))
      return;
    setBusy(true);
    await setMode({ mode: isOn ? 'normal' : 'productionTest' }).catch(() => undefined);
    await look();
    setBusy(false);
  };
  return (
    <Card
      title={t('debug.mode')}
      help={t('debug.modeHelp')}
      footer={
        <Button busy={busy} onClick={() => void change()}>
          {word}
        </Button>
      }
    >
      <p role="status">
        <Tag tone={isOn ? 'warn' : 'neutral'}>{t(`enum.MachineMode.${mode}`)}</Tag>
      </p>
    </Card>
  );
}
