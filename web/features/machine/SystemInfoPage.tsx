import { type SetInfoParamReply, setInfoParam } from '@gen/machine.ts';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { useSlow } from '../../lib/delay.ts';
import { t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { Beside } from '../../ui/Beside.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Capacities } from './Capacities.tsx';
import { DriverList } from './DriverList.tsx';
import { Licences } from './Licences.tsx';
import { MachineFacts } from './MachineFacts.tsx';
import { MachineState } from './MachineState.tsx';
import { ModulesCard } from './ModulesCard.tsx';
import { StorageCard } from './StorageCard.tsx';

const POLL_MS = 5000;

/** Information, state and usage of the terminal. Read-only. `notice`: additional notices. */
export function SystemInfoPage({ notice }: { notice?: ReactNode }) {
  const { data, error, mutate } = useSWR('systemInfo', () => setInfoParam({ handles: () => true }), {
    refreshInterval: POLL_MS,
    revalidateOnFocus: false,
  });
  const slow = useSlow(data === undefined && error === undefined);
  return (
    <div className="form-page">
      <PageHeader title={t('page.systemInfo')} description={t('system.intro')} />
      {notice}
      {data && <Content info={data} />}
      {!data && error !== undefined && (
        <section className="card">
          <ErrorState text={problemText(error)} onRetry={() => void mutate()} />
        </section>
      )}
      {slow && <Skeleton lines={8} />}
    </div>
  );
}

function Content({ info }: { info: SetInfoParamReply }) {
  return (
    <Beside now={<MachineState info={info} />} result={<StorageCard info={info} />}>
      <Card title={t('system.device')}>
        <MachineFacts info={info} />
      </Card>
      <Card title={t('info.capacities')} help={t('system.capacitiesHelp')}>
        <div className="form-stack">
          <Capacities info={info} />
        </div>
      </Card>
      <ModulesCard />
      <Card title={t('system.drivers')} help={t('system.driversHelp')}>
        <DriverList drivers={info.drivers} />
      </Card>
      <Card title={t('system.licences')} help={t('system.licencesHelp')}>
        <Licences />
      </Card>
    </Beside>
  );
}
