import { ErrorCode } from '@gen/errors.ts';
import { uploadCertificateLimits as limits, uploadCertificate } from '@gen/network.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { certificateFacts, hasPrivateKey } from '../../lib/certificate.ts';
import { errorText, formatMoment, t } from '../../lib/i18n.ts';
import { isRefusal } from '../../lib/refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { PemField } from './PemField.tsx';

export interface UploadDialogProps {
  /** A signing request waits for its certificate: the key is on the terminal. */
  requested: boolean;
  onDone: () => void;
  onClose: () => void;
}

type Errors = Readonly<{ certificate?: string; key?: string }>;

/** Takes a certificate with its chain, and its key unless the terminal made it. */
export function UploadDialog({ requested, onDone, onClose }: UploadDialogProps) {
  const [certificate, setCertificate] = useState('');
  const [key, setKey] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const check = (): Errors => ({
    ...(certificateFacts(certificate) ? {} : { certificate: errorText(ErrorCode.certificateInvalid) }),
    ...(key === '' ? (requested ? {} : { key: errorText(ErrorCode.keyNeeded) }) : {}),
    ...(key !== '' && !hasPrivateKey(key) ? { key: t('certificate.noKey') } : {}),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = check();
    setErrors(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const request = key === '' ? { certificate } : { certificate, key };
      const { notAfter } = await uploadCertificate(request, { handles: isRefusal });
      toast.ok(t('certificate.inUse', { time: formatMoment(notAfter) }));
      onDone();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError) || error.kind !== 'refused') return;
      const about = error.code === ErrorCode.certificateKey || error.member === 'key' ? 'key' : 'certificate';
      setErrors({ [about]: errorText(error.messageCode) });
    }
  };
  return (
    <Dialog
      open
      title={t('certificate.uploadTitle')}
      size="wide"
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="certificate-upload" tone="primary" busy={busy}>
            {t('certificate.use')}
          </Button>
        </>
      }
    >
      <form id="certificate-upload" className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Notice tone="info">{requested ? t('certificate.uploadRequested') : t('certificate.uploadText')}</Notice>
        <PemField
          label={t('certificate.pem')}
          name="certificate"
          value={certificate}
          max={limits.certificate.max}
          placeholder="-----BEGIN CERTIFICATE-----"
          hint={t('certificate.pemHint')}
          error={errors.certificate}
          onChange={setCertificate}
        />
        <PemField
          label={t('certificate.keyPem')}
          name="key"
          value={key}
          max={limits.key.max}
          placeholder={requested ? t('certificate.keyOfRequest') : '-----BEGIN PRIVATE KEY-----'}
          hint={t('certificate.keyHint')}
          error={errors.key}
          onChange={setKey}
        />
      </form>
    </Dialog>
  );
}
