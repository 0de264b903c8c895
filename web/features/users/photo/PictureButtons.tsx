import { useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Apart } from '../../../ui/Apart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { hasCamera } from './PhotoCamera.tsx';
import { PhotoDialog, type PhotoDialogProps } from './PhotoDialog.tsx';

export interface PictureButtonsProps extends Pick<PhotoDialogProps, 'title' | 'action' | 'onSend'> {
  /** Label of the file button. */
  choose: string;
  disabled?: boolean;
}

/** Selects or takes a picture, crops and sends it. */
export function PictureButtons({ choose, disabled = false, ...dialog }: PictureButtonsProps) {
  const [source, setSource] = useState<File | 'camera' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/*"
        aria-label={choose}
        onChange={(event) => {
          setSource(event.currentTarget.files?.[0] ?? null);
          event.currentTarget.value = '';
        }}
      />
      <Button icon="upload" disabled={disabled} onClick={() => file.current?.click()}>
        {choose}
      </Button>
      {hasCamera() && (
        <Button icon="camera" disabled={disabled} onClick={() => setSource('camera')}>
          {t('photo.camera')}
        </Button>
      )}
      {source !== null && (
        <Apart>
          <PhotoDialog {...dialog} source={source === 'camera' ? undefined : source} onClose={() => setSource(null)} />
        </Apart>
      )}
    </>
  );
}
