import { useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Browsers provide the camera only to pages over HTTPS. */
export function hasCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

const WANTED: MediaStreamConstraints = {
  video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
  audio: false,
};

/** The mirrored image of the browser's camera, until a picture is taken. */
export function PhotoCamera({ onTake }: { onTake: (picture: ImageBitmap) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'asking' | 'live' | 'denied' | 'none'>('asking');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let gone = false;
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const begin = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (gone || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setState('live');
    };
    begin().catch((error: unknown) => {
      if (!gone) setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none');
    });
    return () => {
      gone = true;
      stop();
    };
  }, []);
  if (state === 'denied') return <Notice tone="warn">{t('photo.cameraDenied')}</Notice>;
  if (state === 'none') return <Notice tone="warn">{t('photo.cameraNone')}</Notice>;
  return (
    <div className="crop">
      <video ref={video} className="crop-video" muted playsInline aria-label={t('photo.cameraView')} />
      <Button
        tone="primary"
        icon="camera"
        disabled={state !== 'live'}
        onClick={() => {
          if (video.current) void createImageBitmap(video.current).then(onTake);
        }}
      >
        {t('photo.take')}
      </Button>
    </div>
  );
}
