import { type DragEvent, useId, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ACCEPT, complaintOf } from './upload.ts';

export interface FilePickProps {
  /** The verb on the button. */
  action: string;
  /** What else may be wrong with a file; undefined: nothing. */
  also?: (file: File) => string | undefined;
  onFile: (file: File) => void;
}

/** A place to drop a file on, with a button for who would rather choose it. */
export function FilePick({ action, also, onFile }: FilePickProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file === undefined) return;
    const complaint = complaintOf(file);
    const text = files?.length === 1 ? complaint && t(`bulk.file.${complaint}`) : t('bulk.file.several');
    const found = text ?? also?.(file);
    setProblem(found);
    if (found === undefined) onFile(file);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <fieldset
      className="bulk-drop"
      aria-label={t('bulk.chooseTitle')}
      aria-describedby={problem ? id : undefined}
      data-over={over ? '' : undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <Icon name="upload" size={28} />
      <p className="bulk-drop-text">{t('bulk.drop')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label={action}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      <Button tone="primary" icon="file" onClick={() => input.current?.click()}>
        {action}
      </Button>
      <FieldError id={id} error={problem} />
    </fieldset>
  );
}
