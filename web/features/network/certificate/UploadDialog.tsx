import { ErrorCode } from '@gen/errors.ts';
import { uploadCertificateLimits as limits, uploadCertificate } from '@gen/network.ts';
import { certificateFacts, hasPrivateKey } from '../../../lib/certificate.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { errorText, formatMoment, t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { PemField } from './PemField.tsx';

export interface UploadDialogProps {
  /** A signing request is pending: its key is on the terminal. */
  requested: boolean;
  onDone: () => void;
  onClose: () => void;
}

type Pems = Record<'certificate' | 'key', string>;

function complaintsOf({ certificate, key }: Pems, requested: boolean): Partial<Pems> {
  return {
    ...(certificateFacts(certificate) ? {} : { certificate: errorText(ErrorCode.certificateInvalid) }),
    ...(key === '' && !requested ? { key: errorText(ErrorCode.keyNeeded) } : {}),
    ...(key !== '' && !hasPrivateKey(key) ? { key: t('certificate.noKey') } : {}),
  };
}

/** Uploads a certificate with its chain, and its key unless the terminal has it. */
export function UploadDialog({ requested, onDone, onClose }: UploadDialogProps) {
  const form = useRequest<Pems>({
    start: { certificate: '', key: '' },
    check: (pems) => complaintsOf(pems, requested),
    placeOf: (code) => (code === ErrorCode.certificateKey ? 'key' : 'certificate'),
    send: async ({ certificate, key }, options) => {
      const { notAfter } = await uploadCertificate(key === '' ? { certificate } : { certificate, key }, options);
      toast.ok(t('certificate.inUse', { time: formatMoment(notAfter) }));
      onDone();
    },
  });
  const { values, set } = form;
  const [certificate, key] = [form.field('certificate'), form.field('key')];
  return (
    <FormDialog
      title={t('certificate.uploadTitle')}
      size="wide"
      form={form}
      action={t('certificate.use')}
      onClose={onClose}
    >
      <Notice tone="info">{requested ? t('certificate.uploadRequested') : t('certificate.uploadText')}</Notice>
      <PemField
        label={t('certificate.pem')}
        name={certificate.name}
        value={values.certificate}
        max={limits.certificate.max}
        placeholder="-----BEGIN CERTIFICATE-----"
        hint={t('certificate.pemHint')}
        error={certificate.error}
        onChange={(text) => set({ certificate: text })}
      />
      <PemField
        label={t('certificate.keyPem')}
        name={key.name}
        value={values.key}
        max={limits.key.max}
        placeholder={requested ? t('certificate.keyOfRequest') : '-----BEGIN PRIVATE KEY-----'}
        hint={t('certificate.keyHint')}
        error={key.error}
        onChange={(text) => set({ key: text })}
      />
    </FormDialog>
  );
}
