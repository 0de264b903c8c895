import { type BulkStateReply, bulkEdit, bulkEditLimits } from '@gen/bulk.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { isActive, isMoving } from '../job.ts';
import { refreshBulk } from '../useBulk.ts';
import { holderText } from '../words.ts';
import { ChangeFields } from './ChangeFields.tsx';
import { areTooMany, type ChangeForm, changeOf, complaintsOf, NO_CHANGE, type Whom } from './change.ts';

export interface EditFormProps {
  whom: Whom;
  count: string;
  state: BulkStateReply | undefined;
  /** It is being counted. */
  onSent: () => void;
  onClose: () => void;
}

/** What becomes of them: each of it with a box to tick. */
export function EditForm({ whom, count, state, onSent, onClose }: EditFormProps) {
  const form = useRequest<ChangeForm>({
    start: NO_CHANGE,
    check: complaintsOf,
    placeOf: () => '',
    onUnseen: toast.error,
    send: async (values, options) => {
      await bulkEdit({ ...whom, change: changeOf(values) }, options);
      await refreshBulk(onSent);
    },
  });
  const tooMany = areTooMany(whom);
  const isBlocked = tooMany || (state !== undefined && isMoving(state));
  const { error } = form.field('ticked');
  return (
    <FormDialog
      title={t('bulk.editTitle')}
      size="wide"
      form={form}
      action={t('bulk.count')}
      blocked={isBlocked}
      onClose={onClose}
    >
      <p>{whom.userids ? t('bulk.editChosen', { count }) : t('bulk.editFound', { count })}</p>
      {tooMany && (
        <Notice tone="warn">{t('bulk.tooMany', { max: formatNumber(bulkEditLimits.userids.maxItems) })}</Notice>
      )}
      {state !== undefined && <InTheWay state={state} />}
      <fieldset className="bulk-changes" aria-label={t('bulk.changes')} aria-describedby="bulk-ticked">
        <ChangeFields form={form} />
      </fieldset>
      <FieldError id="bulk-ticked" error={error} />
    </FormDialog>
  );
}

/** What else goes on, or waits: there is one at a time. */
function InTheWay({ state }: { state: BulkStateReply }) {
  if (!isActive(state)) return null;
  if (!state.own) return <Notice tone="warn">{t('bulk.foreignBusy', { who: holderText(state) })}</Notice>;
  if (isMoving(state)) return <Notice tone="warn">{t('bulk.ownBusy')}</Notice>;
  return state.kind === 'edit' ? null : <Notice tone="warn">{t('bulk.forgetsFile', { name: state.name })}</Notice>;
}
