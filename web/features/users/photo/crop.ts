/** The part of a picture that becomes the photo: always 3 by 4. Pure. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Cut {
  /** 1: the largest part; 2: half as wide. */
  readonly zoom: number;
  /** Centre of the part, from 0 to 1 along the picture's sides. */
  readonly x: number;
  readonly y: number;
}

export interface Part extends Size {
  readonly left: number;
  readonly top: number;
}

/** Aspect ratio of the stored photo. */
const SHAPE = 3 / 4;
export const ZOOM_MAX = 6;
export const WHOLE: Cut = { zoom: 1, x: 0.5, y: 0.5 };

function sizeOf(picture: Size, zoom: number): Size {
  const width = Math.min(picture.width, picture.height * SHAPE) / zoom;
  return { width, height: width / SHAPE };
}

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The nearest crop that lies within the picture. */
function inside(picture: Size, { zoom, x, y }: Cut): Cut {
  const possible = between(zoom, 1, ZOOM_MAX);
  const { width, height } = sizeOf(picture, possible);
  const across = width / picture.width / 2;
  const down = height / picture.height / 2;
  return { zoom: possible, x: between(x, across, 1 - across), y: between(y, down, 1 - down) };
}

/** The crop rectangle, in pixels of the picture. */
export function partOf(picture: Size, cut: Cut): Part {
  const { zoom, x, y } = inside(picture, cut);
  const size = sizeOf(picture, zoom);
  return { ...size, left: x * picture.width - size.width / 2, top: y * picture.height - size.height / 2 };
}

/** The picture is pushed by parts of the frame's sides: what was in the middle goes along. */
export function moved(picture: Size, cut: Cut, right: number, down: number): Cut {
  const { width, height } = sizeOf(picture, cut.zoom);
  return inside(picture, {
    zoom: cut.zoom,
    x: cut.x - (right * width) / picture.width,
    y: cut.y - (down * height) / picture.height,
  });
}

/** Zooms to `zoom`; what is at `at` (0 to 1 along the frame's sides) stays there, as far as the picture goes. */
export function zoomed(picture: Size, cut: Cut, zoom: number, at = { x: 0.5, y: 0.5 }): Cut {
  const possible = between(zoom, 1, ZOOM_MAX);
  const before = sizeOf(picture, cut.zoom);
  const after = sizeOf(picture, possible);
  return inside(picture, {
    zoom: possible,
    x: cut.x + ((at.x - 0.5) * (before.width - after.width)) / picture.width,
    y: cut.y + ((at.y - 0.5) * (before.height - after.height)) / picture.height,
  });
}
