import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { WHOLE } from './crop.ts';
import { PhotoCamera } from './PhotoCamera.tsx';
import { PhotoCrop } from './PhotoCrop.tsx';
import { jpegOf, readPicture } from './picture.ts';

export interface PhotoDialogProps {
  title: string;
  /** Label of the send button: a verb. */
  action: string;
  /** A selected file; undefined: the browser's camera. */
  source: File | undefined;
  /** Rejects with the error that the dialog shows. */
  onSend: (jpeg: Blob) => Promise<void>;
  onClose: () => void;
}

/** A picture from a file or the camera, cropped to 3 by 4, and sent. */
export function PhotoDialog({ title, action, source, onSend, onClose }: PhotoDialogProps) {
  const { picture, unreadable, take } = usePicture(source);
  const [cut, setCut] = useState(WHOLE);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const send = async () => {
    if (!picture) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await onSend(await jpegOf(picture, cut));
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          {picture && source === undefined && <Button onClick={() => take(undefined)}>{t('photo.takeAgain')}</Button>}
          {picture && (
            <Button tone="primary" busy={busy} onClick={() => void send()}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {problem !== undefined && <Notice tone="no">{problem}</Notice>}
      {unreadable && <Notice tone="no">{t('photo.unreadable')}</Notice>}
      {picture ? (
        <PhotoCrop picture={picture} cut={cut} onChange={setCut} />
      ) : (
        source === undefined && (
          <PhotoCamera
            onTake={(taken) => {
              setCut(WHOLE);
              take(taken);
            }}
          />
        )
      )}
    </Dialog>
  );
}

/** The pixels to crop: from the file or the camera. They are discarded with the dialog. */
function usePicture(source: File | undefined) {
  const [picture, setPicture] = useState<ImageBitmap | undefined>(undefined);
  const [unreadable, setUnreadable] = useState(false);
  useEffect(() => {
    if (source === undefined) return undefined;
    let gone = false;
    readPicture(source).then(
      (read) => (gone ? read.close() : setPicture(read)),
      () => setUnreadable(true),
    );
    return () => {
      gone = true;
    };
  }, [source]);
  useEffect(() => () => picture?.close(), [picture]);
  return { picture, unreadable, take: setPicture };
}
