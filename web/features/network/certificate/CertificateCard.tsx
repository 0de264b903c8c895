import { type CertificateInfoReply, certificateInfo, resetCertificate } from '@gen/network.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { formatMoment, t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Apart } from '../../../ui/Apart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { certificateAge } from './certificateAge.ts';
import { RequestDialog } from './RequestDialog.tsx';
import { UploadDialog } from './UploadDialog.tsx';

export interface CertificateCardProps {
  mayWrite: boolean;
  /** Called when another certificate is in use. */
  onChanged: () => void;
}

/** The certificate of the console: subject, validity, and how to replace it. */
export function CertificateCard({ mayWrite, onChanged }: CertificateCardProps) {
  const { data, error, mutate } = useSWR('certificateInfo', () => certificateInfo({ handles: () => true }));
  const [open, setOpen] = useState<'request' | 'upload' | null>(null);
  const renew = () => {
    setOpen(null);
    void mutate();
    onChanged();
  };
  const reset = async () => {
    const run = async () => {
      try {
        await resetCertificate();
        toast.ok(t('certificate.resetDone'));
      } catch {
        /* The call has shown the error. */
      }
      renew();
    };
    await confirm({
      title: t('certificate.resetTitle'),
      body: t('certificate.resetText'),
      action: t('certificate.reset'),
      danger: true,
      run,
    });
  };
  const footer = data && mayWrite && (
    <>
      <Button icon="upload" onClick={() => setOpen('upload')}>
        {t('certificate.upload')}
      </Button>
      <Button icon="pencil" onClick={() => setOpen('request')}>
        {t('certificate.request')}
      </Button>
      {data.own && (
        <Button tone="quiet" onClick={() => void reset()}>
          {t('certificate.reset')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <Card title={t('security.certificate')} help={t('certificate.help')} footer={footer}>
        {data ? (
          <Facts info={data} />
        ) : error === undefined ? (
          <Skeleton lines={5} />
        ) : (
          <ErrorState text={problemText(error)} onRetry={renew} />
        )}
      </Card>
      <Apart>
        {open === 'request' && <RequestDialog onDone={() => void mutate()} onClose={() => setOpen(null)} />}
        {open === 'upload' && (
          <UploadDialog requested={data?.requested ?? false} onDone={renew} onClose={() => setOpen(null)} />
        )}
      </Apart>
    </>
  );
}

function Facts({ info }: { info: CertificateInfoReply }) {
  const { subject, issuer, names, notBefore, notAfter, fingerprint, key, own, requested } = info;
  const age = certificateAge(info, Date.now());
  return (
    <>
      {age.kind === 'over' && <Notice tone="no">{t('certificate.over')}</Notice>}
      {age.kind === 'early' && <Notice tone="warn">{t('certificate.early')}</Notice>}
      {age.kind === 'soon' && <Notice tone="warn">{t('certificate.soon', { days: age.days })}</Notice>}
      {requested && <Notice tone="info">{t('certificate.requested')}</Notice>}
      <dl className="certificate-facts">
        <Fact term={t('certificate.subject')} text={subject} />
        <Fact term={t('certificate.issuer')} text={own ? issuer : t('certificate.selfIssued')} />
        <Fact term={t('certificate.names')} text={names} />
        <Fact term={t('certificate.from')} text={formatMoment(notBefore)} />
        <Fact term={t('certificate.until')} text={formatMoment(notAfter)} />
        <Fact term={t('certificate.key')} text={key} />
        <Fact term={t('certificate.fingerprint')} text={fingerprint} code />
      </dl>
      {!own && <p className="muted">{t('certificate.namesFollow')}</p>}
    </>
  );
}

function Fact({ term, text, code = false }: { term: string; text: string; code?: boolean }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{code ? <bdi className="mono">{text}</bdi> : <bdi>{text}</bdi>}</dd>
    </div>
  );
}
