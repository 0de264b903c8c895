import { useEffect, useRef, useState } from 'react';

interface FaceDialogProps {
  onPicture: (picture: Blob) => void;
  onClose: () => void;
}

const cameraWidth = 640;

/** The picture that a video shows now. */
function stillOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}

/** Who looks into the camera: a photo from this machine, or whoever sits before it. */
export function FaceDialog({ onPicture, onClose }: FaceDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
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
    const picture = video.current === null ? null : await stillOf(video.current);
    if (picture !== null) onPicture(picture);
  };
  return (
    <dialog ref={dialog} className="face-dialog" aria-labelledby="face-title" onClose={onClose}>
      <h2 id="face-title">Look into the camera</h2>
      <p className="hint">A photo with one face in it, or your own. It stays on this machine.</p>
      {stream === undefined ? (
        <div className="face-choices">
          <label>
            <span>Photo, JPEG or PNG</span>
            <input
              type="file"
              accept="image/jpeg,image/png"
              onChange={(event) => {
                const picture = event.currentTarget.files?.[0];
                if (picture !== undefined) onPicture(picture);
              }}
            />
          </label>
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
