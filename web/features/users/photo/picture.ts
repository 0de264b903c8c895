/** Pictures in the browser: any that it can show becomes dots, and those a JPEG that the terminal takes. */
import { type Cut, partOf } from './crop.ts';

/** Dots of what is sent; the terminal makes it as large anyway. */
const WIDTH = 480;
const HEIGHT = 640;
const QUALITY = 0.92;

/** HEIC of a Safari is known to its images alone. */
async function fromImage(file: Blob): Promise<ImageBitmap> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return await createImageBitmap(image);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** The dots of a picture, upright. Rejects what this browser cannot show. */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    return fromImage(file);
  }
}

/** Draws what is cut out into a canvas, over all of it. */
export function drawCut(canvas: HTMLCanvasElement, picture: ImageBitmap, cut: Cut): void {
  const { left, top, width, height } = partOf(picture, cut);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.imageSmoothingQuality = 'high';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

/** What is cut out, as the JPEG that is sent. */
export async function jpegOf(picture: ImageBitmap, cut: Cut): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  drawCut(canvas, picture, cut);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (blob === null) throw new Error('the browser makes no JPEG');
  return blob;
}
