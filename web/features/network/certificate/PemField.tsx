import { ErrorCode } from '@gen/errors.ts';
import { type ReactNode, useRef, useState } from 'react';
import { certificateFacts } from '../../../lib/certificate.ts';
import { errorLines, formatMoment, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { subjectText } from '../words.ts';

export interface PemFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Largest length, in characters. */
  max: number;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
}

/** A certificate or key as PEM: from a file, or pasted. For a certificate, subject and validity are shown at once. */
export function PemField({ label, value, onChange, max, error, ...rest }: PemFieldProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const text = chosen.size > max ? null : await chosen.text();
    if (text === null) setProblem(errorLines(ErrorCode.uploadTooLarge));
    else if (!text.includes('-----BEGIN ')) setProblem(errorLines(ErrorCode.uploadFormat));
    else {
      setProblem(undefined);
      onChange(text.trim());
    }
  };
  return (
    <div className="field">
      <TextArea
        {...rest}
        label={label}
        code
        rows={value === '' ? 3 : 6}
        value={value}
        error={problem ?? error}
        onChange={(next) => {
          setProblem(undefined);
          onChange(next);
        }}
      />
      <div className="file-row">
        <input
          ref={file}
          type="file"
          hidden
          accept=".pem,.crt,.cer,.key,.txt"
          aria-label={t('pem.fileOf', { label })}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button
          size="small"
          icon="file"
          label={t('pem.fileOf', { label })}
          disabled={rest.disabled}
          onClick={() => file.current?.click()}
        >
          {t('pem.choose')}
        </Button>
        <Facts pem={value} />
      </div>
    </div>
  );
}

function Facts({ pem }: { pem: string }) {
  const facts = certificateFacts(pem);
  if (!facts) return null;
  const over = facts.notAfter * 1000 < Date.now();
  return (
    <Tag tone={over ? 'no' : 'ok'} icon={over ? 'alert' : 'check'}>
      <span className="pem-facts">
        {t('pem.facts', { subject: subjectText(facts.subject), until: formatMoment(facts.notAfter) })}
      </span>
    </Tag>
  );
}
