import type { BulkStateReply } from '@gen/bulk.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Figures } from '../Figures.tsx';
import { WrongRows } from '../WrongRows.tsx';
import { AnotherFile } from './AnotherFile.tsx';
import { useWriting, WriteButton, WriteChoice } from './WriteChoice.tsx';

/** What the check found: figures, what is wrong, and how it is written. */
export function CheckedStep({ state, onBack }: { state: BulkStateReply; onBack: () => void }) {
  const { kind, bad, asks, unnamed, dateOrder } = state;
  const writing = useWriting(state);
  return (
    <>
      <Card title={t('bulk.checkedTitle')} help={t('bulk.checkedHelp')}>
        <Figures state={state} />
        {dateOrder !== 'auto' && <p className="muted">{t(`bulk.foundOrder.${dateOrder}`)}</p>}
        {asks.length > 0 && <Notice tone="warn">{t('bulk.asks')}</Notice>}
        {unnamed > 0 && <Notice tone="warn">{t('bulk.unnamed', { count: unnamed })}</Notice>}
      </Card>
      {bad > 0 && <WrongRows kind={kind} />}
      <Card title={t('bulk.writeTitle')}>
        <WriteChoice {...writing} />
        <div className="bulk-actions">
          <WriteButton {...writing} />
        </div>
      </Card>
      <div className="bulk-actions">
        {kind !== 'edit' && (
          <Button icon="undo" onClick={onBack}>
            {kind === 'photos' ? t('bulk.backToOptions') : t('bulk.backToColumns')}
          </Button>
        )}
        <AnotherFile />
      </div>
    </>
  );
}
