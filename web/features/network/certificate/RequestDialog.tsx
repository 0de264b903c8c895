import { ErrorCode } from '@gen/errors.ts';
import {
  type CertificateRequestRequest,
  certificateRequest,
  certificateRequestCall,
  certificateRequestLimits as limits,
} from '@gen/network.ts';
import { checkRequest } from '@gen/runtime.ts';
import { useState } from 'react';
import { memberOf } from '../../../lib/api/apiError.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { errorText, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyText } from '../../../ui/CopyText.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';

/** Typed values; additional names are in one line. */
type Subject = Record<'commonName' | 'organization' | 'names', string>;

function requestOf({ commonName, organization, names }: Subject): CertificateRequestRequest {
  const further = names.split(/[\s,]+/).filter((name) => name !== '');
  return { commonName, names: further, ...(organization === '' ? {} : { organization }) };
}

/** Errors by field; of several names the invalid one. */
function complaintsOf(subject: Subject): Partial<Subject> {
  const request = requestOf(subject);
  const complaint = (path: string, code: number): string => {
    const index = /^names\[(\d+)\]/.exec(path)?.[1];
    const name = index === undefined ? subject.commonName : request.names?.[Number(index)];
    return code === ErrorCode.badFormat && name !== undefined ? t('certificate.nameWrong', { name }) : errorText(code);
  };
  const wrong = Object.entries(checkRequest(certificateRequestCall, request));
  return Object.fromEntries(wrong.map(([path, code]) => [memberOf(path), complaint(path, code)]));
}

/** Requests a certificate signing request for the typed names; then shows it, to be sent to the CA. */
export function RequestDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const form = useRequest<Subject>({
    start: { commonName: location.hostname.replaceAll(/[[\]]/g, ''), organization: '', names: '' },
    check: complaintsOf,
    placeOf: () => 'commonName',
    send: async (subject, options) => {
      setMade((await certificateRequest(requestOf(subject), options)).request);
      onDone();
    },
  });
  const { values, set, field } = form;
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
        <CopyText label={t('certificate.madeTitle')} text={made} rows={10} file={`${values.commonName}.csr`} />
      </Dialog>
    );
  }
  return (
    <FormDialog title={t('certificate.requestTitle')} form={form} action={t('certificate.make')} onClose={onClose}>
      <p className="muted">{t('certificate.requestText')}</p>
      <TextField
        {...field('commonName')}
        label={t('certificate.commonName')}
        value={values.commonName}
        required
        autoFocus
        ltr
        keypad="host"
        maxLength={limits.commonName.max}
        hint={t('certificate.commonNameHint')}
        onChange={(commonName) => set({ commonName })}
      />
      <TextField
        {...field('organization')}
        label={t('certificate.organization')}
        value={values.organization}
        maxLength={limits.organization.max}
        onChange={(organization) => set({ organization })}
      />
      <TextField
        {...field('names')}
        label={t('certificate.furtherNames')}
        value={values.names}
        ltr
        keypad="host"
        hint={t('certificate.furtherNamesHint', { max: limits.names.maxItems })}
        onChange={(names) => set({ names })}
      />
    </FormDialog>
  );
}
