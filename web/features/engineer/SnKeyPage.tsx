import { getSNKeyParam, setSNKeyParam } from '@gen/engineer.ts';
import { ErrorCode } from '@gen/errors.ts';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { useRequest } from '../../lib/form/useRequest.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { useIsSuper } from '../../lib/superSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.ts';
import { AsEngineer } from './ForEngineer.tsx';
import { KeyFields } from './KeyFields.tsx';
import { groupsOf, isSound, isWhole, keyText } from './snKey.ts';

interface Typed {
  readonly key: readonly string[];
}

const nothing: Typed = { key: groupsOf('') };

/** /snkey: the manufacturer's key of this terminal. */
export function SnKeyPage() {
  const isSuper = useIsSuper();
  const { data, error, mutate } = useSWR(['SetSNKeyParam', isSuper], () => setSNKeyParam({ handles: () => true }), {
    revalidateOnFocus: false,
  });
  return (
    <div className="form-page">
      <PageHeader title={t('page.snKey')} description={t('snKey.intro')} />
      {data && <KeyCard written={data.isSet ? data.key || `… ${data.end}` : ''} onWritten={() => void mutate()} />}
      {isSuper && (
        <p>
          <Link to="/debug" className="target-link">
            {t('page.debug')}
          </Link>
        </p>
      )}
      {!data && error !== undefined && (
        <section className="card" aria-label={t('page.snKey')}>
          {codeOf(error) === ErrorCode.forbidden && !isSuper ? (
            <AsEngineer />
          ) : (
            <ErrorState text={problemText(error)} onRetry={() => void mutate()} />
          )}
        </section>
      )}
    </div>
  );
}

/** `written`: the visible part of the stored key; '' for none. */
function KeyCard({ written, onWritten }: { written: string; onWritten: () => void }) {
  const form = useRequest<Typed>({
    start: nothing,
    check: ({ key }) => (isSound(key) ? {} : { key: errorText(ErrorCode.snKey) }),
    placeOf: (code) => (code === ErrorCode.snKey ? 'key' : ''),
    onUnseen: toast.error,
    send: async ({ key }, options) => {
      await getSNKeyParam({ key: keyText(key) }, options);
      toast.ok(t('snKey.written'));
      form.discard();
      onWritten();
    },
  });
  const { key } = form.values;
  /* Shown as soon as all digits are typed. */
  const wrong = isWhole(key) && !isSound(key) ? errorText(ErrorCode.snKey) : form.field('key').error;
  return (
    <form noValidate ref={form.formRef} onSubmit={form.onSubmit}>
      <Card
        title={written === '' ? t('snKey.none') : t('snKey.isSet')}
        help={written !== '' && <bdi>{written}</bdi>}
        footer={
          <Button type="submit" tone="primary" icon="key" busy={form.busy} disabled={!isSound(key)}>
            {t('snKey.write')}
          </Button>
        }
      >
        <KeyFields groups={key} error={wrong} onChange={(next) => form.set({ key: next })} />
        <Notice tone="info">{t('snKey.once')}</Notice>
      </Card>
    </form>
  );
}
