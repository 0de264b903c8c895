import { useEffect, useRef, useState } from 'react';
import { sampleFace, sampleNames } from './sampleFaces.ts';

interface FaceDialogProps {
  onPicture: (picture: Blob) => void;
  onClose: () => void;
}

const cameraWidth = 640;

function jpegOf(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}

const addressOf = (face: string): string => `data:image/svg+xml,${encodeURIComponent(face)}`;

/** Drawn faces, if no photo is at hand. */
function Samples({ onPicture }: Pick<FaceDialogProps, 'onPicture'>) {
  const show = async (image: HTMLImageElement | null): Promise<void> => {
    if (image === null) return;
    await image.decode();
    const picture = await jpegOf(image, image.naturalWidth, image.naturalHeight);
    if (picture !== null) onPicture(picture);
  };
  return (
    <fieldset className="face-samples" aria-label="Drawn faces">
      {sampleNames.map((name, index) => (
        <button
          key={name}
          type="button"
          title={name}
          onClick={(event) => void show(event.currentTarget.querySelector('img'))}
        >
          <img src={addressOf(sampleFace(index))} alt={name} />
        </button>
      ))}
    </fieldset>
  );
}

/** Selects the face before the camera: a drawn face, a photo from this machine, or this machine's camera. */
export function FaceDialog({ onPicture, onClose }: FaceDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [stream, setStream] = useState<MediaStream | undefined>(undefined);
  const [problem, setProblem] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (video.current !== null && stream !== undefined) video.current.srcObject = stream;
    return () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [stream]);
  const begin = async (): Promise<void> => {
    try {
      setStream(await navigator.mediaDevices.getUserMedia({ video: { width: cameraWidth } }));
    } catch {
      setProblem('This browser has no webcam, or may not use it.');
    }
  };
  const take = async (): Promise<void> => {
    const { current } = video;
    const picture = current && (await jpegOf(current, current.videoWidth, current.videoHeight));
    if (picture !== null) onPicture(picture);
  };
  return (
    <dialog ref={dialog} className="face-dialog" aria-labelledby="face-title" onClose={onClose}>
      <h2 id="face-title">Look into the camera</h2>
      <p className="hint">One of these, a photo with one face in it, or your own. It stays on this machine.</p>
      {stream === undefined ? (
        <div className="face-choices">
          <Samples onPicture={onPicture} />
          <input
            ref={file}
            type="file"
            hidden
            accept="image/jpeg,image/png"
            aria-label="Photo, JPEG or PNG"
            onChange={(event) => {
              const picture = event.currentTarget.files?.[0];
              if (picture !== undefined) onPicture(picture);
            }}
          />
          <button type="button" onClick={() => file.current?.click()}>
            Choose a photo
          </button>
          <button type="button" onClick={() => void begin()}>
            Use the webcam
          </button>
        </div>
      ) : (
        <>
          <video ref={video} autoPlay muted playsInline aria-label="Webcam" />
          <button type="button" onClick={() => void take()}>
            Show this face
          </button>
        </>
      )}
      <p className="refusal" role="alert">
        {problem}
      </p>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
