import { deleteRestKey, type RestKey, restKeys } from '@gen/accounts.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { formatMoment, t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Apart } from '../../../ui/Apart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { AddKeyDialog } from './AddKeyDialog.tsx';

/** The REST keys. `on`: REST access is enabled. */
export function RestKeysCard({ mayWrite, on }: { mayWrite: boolean; on: boolean }) {
  const { data, error, mutate } = useSWR('restKeys', () => restKeys({ handles: () => true }));
  const [adding, setAdding] = useState(false);
  const read = () => void mutate();
  const remove = async (key: RestKey) => {
    const run = async () => {
      try {
        await deleteRestKey({ id: key.id });
        toast.ok(t('restKey.deleted', { name: key.name }));
      } catch {
        /* The call has shown the error. */
      }
      read();
    };
    await confirm({
      title: t('restKey.deleteTitle', { name: key.name }),
      body: t('restKey.deleteText'),
      action: t('restKey.delete'),
      danger: true,
      run,
    });
  };
  const footer = mayWrite && (
    <Button icon="plus" onClick={() => setAdding(true)}>
      {t('restKey.add')}
    </Button>
  );
  return (
    <>
      <Card title={t('restKey.title')} help={t('restKey.help')} flush footer={footer}>
        {!on && (data?.keys.length ?? 0) > 0 && (
          <div className="entry">
            <Notice tone="warn">{t('restKey.off')}</Notice>
          </div>
        )}
        {data && data.keys.length > 0 && (
          <ul className="entries">
            {data.keys.map((key) => (
              <Row key={key.id} restKey={key} onDelete={mayWrite ? () => void remove(key) : undefined} />
            ))}
          </ul>
        )}
        {data?.keys.length === 0 && <EmptyState icon="key" title={t('restKey.none')} text={t('restKey.noneText')} />}
        {!data &&
          (error === undefined ? <Skeleton kind="row" /> : <ErrorState text={problemText(error)} onRetry={read} />)}
      </Card>
      <Apart>{adding && <AddKeyDialog onMade={read} onClose={() => setAdding(false)} />}</Apart>
    </>
  );
}

function Row({ restKey, onDelete }: { restKey: RestKey; onDelete: (() => void) | undefined }) {
  const { name, level, hint, created, lastUsed, lastPeer } = restKey;
  const use =
    lastUsed === 0 ? t('restKey.neverUsed') : t('restKey.lastUsed', { time: formatMoment(lastUsed), peer: lastPeer });
  return (
    <li className="entry">
      <span className="entry-text">
        <span className="entry-name">
          <bdi>{name}</bdi> <bdi className="mono muted">{`${hint}…`}</bdi>
        </span>
        <span className="entry-more">
          {[t('restKey.level', { level }), t('restKey.made', { time: formatMoment(created) }), use].join(' · ')}
        </span>
      </span>
      {onDelete && <IconButton icon="trash" label={t('restKey.deleteOf', { name })} onClick={onDelete} />}
    </li>
  );
}
