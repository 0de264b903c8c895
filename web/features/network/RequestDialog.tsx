import { certificateRequest, certificateRequestCall, certificateRequestLimits as limits } from '@gen/network.ts';
import { checkRequest } from '@gen/runtime.ts';
import { type FormEvent, useState } from 'react';
import { ApiError, memberOf } from '../../lib/api/apiError.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { isRefusal } from '../../lib/refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Asks for a signing request: whom the certificate will be for; then shows the request to take to the authority. */
export function RequestDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [commonName, setCommonName] = useState(location.hostname);
  const [organization, setOrganization] = useState('');
  const [names, setNames] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const further = names.split(/[\s,]+/).filter((name) => name !== '');
    const request = { commonName, names: further, ...(organization === '' ? {} : { organization }) };
    const wrong = Object.entries(checkRequest(certificateRequestCall, request));
    setErrors(Object.fromEntries(wrong.map(([path, code]) => [memberOf(path), errorText(code)])));
    if (wrong.length > 0) return;
    setBusy(true);
    try {
      setMade((await certificateRequest(request, { handles: isRefusal })).request);
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'refused') {
        setErrors({ [error.member || 'commonName']: errorText(error.messageCode) });
      }
    }
    setBusy(false);
  };
  if (made !== null) {
    return (
      <Dialog
        open
        title={t('certificate.madeTitle')}
        size="wide"
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        <p>{t('certificate.madeText')}</p>
        <CopyText label={t('certificate.madeTitle')} text={made} rows={10} file={`${commonName}.csr`} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={t('certificate.requestTitle')}
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form="certificate-request" tone="primary" busy={busy}>
            {t('certificate.make')}
          </Button>
        </>
      }
    >
      <form id="certificate-request" className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="muted">{t('certificate.requestText')}</p>
        <TextField
          label={t('certificate.commonName')}
          name="commonName"
          value={commonName}
          required
          autoFocus
          ltr
          maxLength={limits.commonName.max}
          hint={t('certificate.commonNameHint')}
          error={errors['commonName']}
          onChange={setCommonName}
        />
        <TextField
          label={t('certificate.organization')}
          name="organization"
          value={organization}
          maxLength={limits.organization.max}
          error={errors['organization']}
          onChange={setOrganization}
        />
        <TextField
          label={t('certificate.furtherNames')}
          name="names"
          value={names}
          ltr
          hint={t('certificate.furtherNamesHint', { max: limits.names.maxItems })}
          error={errors['names']}
          onChange={setNames}
        />
      </form>
    </Dialog>
  );
}
