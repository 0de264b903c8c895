import { useRef } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { toast } from './toast.ts';

/** Default number of rows, drawn in a low box. */
const FEW_ROWS = 2;

export interface CopyTextProps {
  label: string;
  text: string;
  rows?: number;
  /** Name of the file for saving; omitted: it cannot be saved. */
  file?: string;
}

/** A text to copy: shown, copied, or saved as a file. */
export function CopyText({ label, text, rows = FEW_ROWS, file }: CopyTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    if (await copied(text, area.current)) toast.ok(t('copy.done'));
    else toast.info(t('copy.byHand'));
  };
  return (
    <div className="key-shown">
      <textarea
        ref={area}
        className={rows > FEW_ROWS ? 'pem-area' : 'pem-area pem-short'}
        aria-label={label}
        readOnly
        rows={rows}
        dir="ltr"
        value={text}
      />
      <div className="button-row">
        <Button icon="copy" onClick={() => void copy()}>
          {t('copy.action')}
        </Button>
        {file && (
          <a className="button button-plain" download={file} href={`data:text/plain,${encodeURIComponent(text)}`}>
            <span>{t('copy.save')}</span>
          </a>
        )}
      </div>
    </div>
  );
}

/** Browsers provide the clipboard only to pages over TLS; elsewhere the selected text is copied by the older method. */
async function copied(text: string, area: HTMLTextAreaElement | null): Promise<boolean> {
  area?.select();
  try {
    if (isSecureContext) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
