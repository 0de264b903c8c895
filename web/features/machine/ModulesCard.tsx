import { type EnrolFactor, type ModuleState, modules } from '@gen/users.ts';
import { useId } from 'react';
import { usePaced } from '../../lib/api/usePaced.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Tag } from '../../ui/Tag.tsx';

const POLL_MS = 5000;
/** Polling interval while a module is syncing. */
const BUSY_MS = 1000;

const isBusy = ({ fitted, online, whole }: ModuleState): boolean => fitted && online && !whole;

/** The biometric modules: whether they respond, their usage, and the progress of their synchronization. */
export function ModulesCard() {
  const { data, error, mutate } = usePaced(
    'modules',
    () => modules({ handles: () => true }),
    (now) => (now?.modules.some(isBusy) ? BUSY_MS : POLL_MS),
    { revalidateOnFocus: false },
  );
  const fitted = data?.modules.filter((one) => one.fitted) ?? [];
  if (data !== undefined && fitted.length === 0) return null;
  return (
    <Card title={t('modules.title')} help={t('modules.help')}>
      {data === undefined && error !== undefined && (
        <ErrorState text={problemText(error)} onRetry={() => void mutate()} />
      )}
      <ul className="modules">
        {fitted.map((one) => (
          <Module key={one.factor} module={one} />
        ))}
      </ul>
    </Card>
  );
}

const NAMES: Record<EnrolFactor, () => string> = {
  finger: () => t('enrol.fingers'),
  face: () => t('enum.Factor.face'),
  iris: () => t('enum.Factor.iris'),
  card: () => t('enum.Factor.card'),
};

function Module({ module }: { module: ModuleState }) {
  const id = useId();
  const { done, total, failed } = module;
  return (
    <li>
      <div className="meter-head">
        <strong id={id}>{NAMES[module.factor]()}</strong>
        <StateTag module={module} />
      </div>
      {isBusy(module) && (
        <>
          <progress className="modules-progress" aria-labelledby={id} value={Math.min(done, total)} max={total || 1} />
          <span>{t('modules.progress', { done: formatNumber(done), total: formatNumber(total) })}</span>
        </>
      )}
      {failed > 0 && <span className="modules-failed">{t('modules.failed', { count: failed })}</span>}
    </li>
  );
}

function StateTag({ module }: { module: ModuleState }) {
  const { online, whole, count, capacity } = module;
  const held = t('modules.held', { count: formatNumber(count), capacity: formatNumber(capacity) });
  if (!online) {
    return (
      <Tag tone="no" icon="unplugged">
        {t('modules.offline')}
      </Tag>
    );
  }
  if (count >= capacity) {
    return (
      <Tag tone="warn" icon="alert">
        {t('modules.full')} {held}
      </Tag>
    );
  }
  if (!whole) {
    return (
      <Tag tone="info" icon="refresh">
        {t('modules.filling')}
      </Tag>
    );
  }
  return (
    <Tag tone="ok" icon="check">
      {t('modules.whole')} {held}
    </Tag>
  );
}
