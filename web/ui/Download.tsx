import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions, FileReply } from '@gen/runtime.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/apiError.ts';
import { errorText, t } from '../lib/i18n.ts';
import { saveFile } from '../lib/save.ts';
import { sizeText } from '../lib/sizeText.ts';
import { Button, type ButtonTone } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';

export interface DownloadKind {
  label: string;
  /** Requests the file; errors are shown automatically, except those that `handles` takes. */
  fetch: (options: CallOptions) => Promise<FileReply>;
}

/** Errors that are shown at the button: the user can press it again later. */
const places: readonly number[] = [ErrorCode.downloadsOfPerson, ErrorCode.downloadsFull];

type Kinds = readonly [DownloadKind, ...DownloadKind[]];

/** A button for a file that may take long; a menu if there are several kinds. During the download it shows the progress, and can
 * cancel it; leaving the page does not cancel it. */
export function Download({ kinds, tone = 'plain' }: { kinds: Kinds; tone?: ButtonTone }) {
  const [octets, setOctets] = useState<number | null>(null);
  const [refused, setRefused] = useState('');
  const abort = useRef<AbortController | null>(null);
  const root = useFocusKept(octets !== null);
  const start = async ({ fetch }: DownloadKind) => {
    const own = new AbortController();
    abort.current = own;
    setOctets(0);
    setRefused('');
    const handles = ({ code }: { code: number }) => root.current !== null && places.includes(code);
    try {
      saveFile(await fetch({ signal: own.signal, onProgress: setOctets, handles }));
    } catch (error) {
      /* All other errors were already shown. */
      if (error instanceof ApiError && handles(error)) setRefused(errorText(error.code));
    } finally {
      setOctets(null);
    }
  };
  return (
    <fieldset className="download" aria-label={t('ui.download')} ref={root}>
      {octets === null ? (
        <Choice kinds={kinds} tone={tone} onChoose={(kind) => void start(kind)} />
      ) : (
        <>
          <span className="button-spinner" aria-hidden="true" />
          <span className="download-size">
            {octets === 0 ? t('ui.downloadBegins') : t('ui.downloading', { size: sizeText(octets) })}
          </span>
          <Button onClick={() => abort.current?.abort()}>{t('ui.cancel')}</Button>
        </>
      )}
      {refused && (
        <span className="download-refused" role="alert">
          {refused}
        </span>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  kinds: Kinds;
  /** Label of the button if there is one kind. */
  tone: ButtonTone;
  onChoose: (kind: DownloadKind) => void;
}

function Choice({ kinds, tone, onChoose }: ChoiceProps) {
  const [only, ...more] = kinds;
  if (more.length === 0) {
    return (
      <Button tone={tone} icon="download" onClick={() => onChoose(only)}>
        {only.label}
      </Button>
    );
  }
  return (
    <Menu
      label={t('ui.download')}
      className="button button-plain"
      trigger={
        <>
          <Icon name="download" />
          <span>{t('ui.download')}</span>
        </>
      }
      groups={[kinds.map((kind) => ({ label: kind.label, onSelect: () => onChoose(kind) }))]}
    />
  );
}

/** Moves the focus from the button that disappears to the new one. */
function useFocusKept(busy: boolean) {
  const root = useRef<HTMLFieldSetElement>(null);
  const before = useRef(busy);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (before.current !== busy && lost) root.current?.querySelector('button')?.focus();
    before.current = busy;
  }, [busy]);
  return root;
}
