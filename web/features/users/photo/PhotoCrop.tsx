import { type KeyboardEvent, useEffect, useRef } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Slider } from '../../../ui/Slider.tsx';
import { type Cut, moved, ZOOM_MAX, zoomed } from './crop.ts';
import { drawCut } from './picture.ts';
import { useCropPointer } from './useCropPointer.ts';

/** Part of the frame by which an arrow key moves the picture. */
const STEP = 0.04;
const ZOOM_STEP = 1.1;

export interface PhotoCropProps {
  picture: ImageBitmap;
  cut: Cut;
  onChange: (cut: Cut) => void;
}

/** Preview of the photo: the picture behind a frame of 3 by 4, moved and zoomed by pointer, fingers, wheel and keys. */
export function PhotoCrop({ picture, cut, onChange }: PhotoCropProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const small = useRef<HTMLCanvasElement>(null);
  const pointer = useCropPointer(frame, picture, cut, onChange);
  useEffect(() => frame.current?.focus(), []);
  useEffect(() => {
    if (canvas.current) drawCut(canvas.current, picture, cut);
    if (canvas.current && small.current) drawRound(small.current, canvas.current);
  }, [picture, cut]);
  return (
    <div className="crop">
      <div className="crop-row">
        <div
          ref={frame}
          className="crop-frame"
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the picture within its frame
          tabIndex={0}
          aria-label={t('photo.frame')}
          aria-describedby="crop-help"
          onKeyDown={(event) => {
            const next = keyed(event, picture, cut);
            if (next === null) return;
            event.preventDefault();
            onChange(next);
          }}
          {...pointer}
        >
          <canvas ref={canvas} width={480} height={640} />
        </div>
        <span className="crop-round" aria-hidden="true">
          <canvas ref={small} width={112} height={112} />
        </span>
      </div>
      <p id="crop-help" className="field-hint">
        {t('photo.frameHelp')}
      </p>
      <Slider
        label={t('photo.zoom')}
        name="zoom"
        min={100}
        max={ZOOM_MAX * 100}
        step={5}
        value={Math.round(cut.zoom * 100)}
        valueText={t('ui.percent', { percent: Math.round(cut.zoom * 100) })}
        onChange={(percent) => onChange(zoomed(picture, cut, percent / 100))}
      />
    </div>
  );
}

/** The photo as it appears in the list. */
function drawRound(canvas: HTMLCanvasElement, frame: HTMLCanvasElement): void {
  const { width, height } = frame;
  canvas.getContext('2d')?.drawImage(frame, 0, (height - width) / 4, width, width, 0, 0, canvas.width, canvas.height);
}

/** The crop after a key; null for keys without a function. */
function keyed({ key }: KeyboardEvent, picture: ImageBitmap, cut: Cut): Cut | null {
  switch (key) {
    case 'ArrowLeft':
      return moved(picture, cut, -STEP, 0);
    case 'ArrowRight':
      return moved(picture, cut, STEP, 0);
    case 'ArrowUp':
      return moved(picture, cut, 0, -STEP);
    case 'ArrowDown':
      return moved(picture, cut, 0, STEP);
    case '+':
    case '=':
      return zoomed(picture, cut, cut.zoom * ZOOM_STEP);
    case '-':
      return zoomed(picture, cut, cut.zoom / ZOOM_STEP);
    default:
      return null;
  }
}
