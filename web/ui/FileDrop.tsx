import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { FieldError } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface FileDropProps {
  /** What is wanted: «Choose a backup, or drop it here». */
  text: string;
  /** Words on the button. */
  choose: string;
  /** Endings that the browser offers, with commas between; left out: all. A phone may not know an ending of ours. */
  accept?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  onFile: (file: File) => void;
}

/** Takes one file: by the browser's own dialog, or dropped from another window. */
export function FileDrop({ text, choose, accept, hint, error, disabled = false, onFile }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    if (disabled || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    const file = event.dataTransfer?.files[0];
    if (file && !disabled) onFile(file);
  };
  return (
    <fieldset
      className="file-drop"
      aria-label={text}
      aria-describedby={`${id}-error`}
      data-over={over ? '' : undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={24} />
      <p>{text}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={choose}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button icon="file" disabled={disabled} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <FieldError id={`${id}-error`} error={error} />
      {hint && <p className="field-hint">{hint}</p>}
    </fieldset>
  );
}
