import { t } from '../../../lib/i18n.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { ACCEPT, complaintOf } from './upload.ts';

export interface FilePickProps {
  /** The verb on the button. */
  action: string;
  /** What else may be wrong with a file; undefined: nothing. */
  also?: (file: File) => string | undefined;
  onFile: (file: File) => void;
}

/** Takes a table or an archive. */
export function FilePick({ action, also, onFile }: FilePickProps) {
  const wrong = (file: File) => {
    const complaint = complaintOf(file);
    return complaint ? t(`bulk.file.${complaint}`) : also?.(file);
  };
  return (
    <FileDrop
      label={t('bulk.chooseTitle')}
      text={t('bulk.drop')}
      choose={action}
      tone="primary"
      accept={ACCEPT}
      wrong={wrong}
      onFile={onFile}
    />
  );
}
