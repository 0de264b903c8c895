import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { Button, type ButtonTone } from './Button.tsx';
import { FieldError } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface FileDropProps {
  /** Prompt: "Choose a backup, or drop it here". */
  text: string;
  /** Name of the drop area if `text` is only about dropping: a phone then omits `text`. */
  label?: string | undefined;
  /** Label of the button. */
  choose: string;
  tone?: ButtonTone;
  /** File extensions that the browser offers, comma-separated; omitted: all. A phone may not know our extensions. */
  accept?: string | undefined;
  hint?: ReactNode;
  /** Why a file is refused, by name and size; undefined if it is accepted. */
  wrong?: ((file: File) => string | undefined) | undefined;
  /** State of the selected file. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  onFile: (file: File) => void;
}

/** Selects one file: by the browser's own dialog, or by drag and drop. */
export function FileDrop(props: FileDropProps) {
  const { text, label, choose, tone = 'plain', accept, hint, error, disabled = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file === undefined || disabled) return;
    const found = files?.length === 1 ? props.wrong?.(file) : t('ui.oneFile');
    setWrong(found);
    if (found === undefined) props.onFile(file);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    if (disabled || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  /* The browser would otherwise open it instead of this page. */
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files);
  };
  return (
    <fieldset
      className="file-drop"
      aria-label={label ?? text}
      aria-describedby={`${id}-error`}
      data-over={over ? '' : undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={24} />
      <p className={label === undefined ? undefined : 'file-drop-only'}>{text}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={choose}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      <Button tone={tone} icon="file" disabled={disabled} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <FieldError id={`${id}-error`} error={wrong ?? error} />
      {hint && <p className="field-hint">{hint}</p>}
    </fieldset>
  );
}
