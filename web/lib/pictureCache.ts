/**
 * Pictures that the terminal has, small for lists: fetched with the token a few at a time, for the terminal has other work,
 * and kept while the session lasts.
 */
import { useSyncExternalStore } from 'react';
import { onSession } from './session.ts';

/** Pictures kept of a kind; those seen longest ago go first. */
const KEPT = 300;
const AT_ONCE = 2;

interface Picture {
  /** Address of the picture; undefined until it is there, or when it cannot be had. */
  url?: string;
}

const waiting: (() => Promise<void>)[] = [];
let running = 0;

function next(): void {
  const job = running < AT_ONCE ? waiting.shift() : undefined;
  if (job === undefined) return;
  running++;
  void job().finally(() => {
    running--;
    next();
  });
}

export interface PictureCache {
  /** Has it fetched unless it is there or on its way. */
  readonly want: (key: number) => void;
  /** It was changed, or is gone. */
  readonly forget: (key: number) => void;
  readonly forgetAll: () => void;
  /** Address of the small picture, once it is there. */
  readonly useUrl: (key: number) => string | undefined;
}

/** Pictures of one kind: how one is read as it is to be kept. */
export function pictureCache(read: (key: number) => Promise<Blob>): PictureCache {
  const kept = new Map<number, Picture>();
  const listeners = new Set<() => void>();

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const drop = (key: number): void => {
    const picture = kept.get(key);
    kept.delete(key);
    if (picture?.url !== undefined) URL.revokeObjectURL(picture.url);
  };
  const load = async (key: number, picture: Picture): Promise<void> => {
    /* Forgotten meanwhile: it belongs to nobody any more. */
    const isKept = () => kept.get(key) === picture;
    if (!isKept()) return;
    try {
      const blob = await read(key);
      if (!isKept()) return;
      picture.url = URL.createObjectURL(blob);
      tell();
    } catch {
      /* What stands in its place stays. */
    }
  };
  const cache: PictureCache = {
    want: (key) => {
      const known = kept.get(key);
      const picture = known ?? {};
      kept.delete(key);
      kept.set(key, picture);
      if (known !== undefined) return;
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break;
        drop(oldest);
      }
      waiting.push(() => load(key, picture));
      next();
    },
    forget: (key) => {
      drop(key);
      tell();
    },
    forgetAll: () => {
      for (const key of [...kept.keys()]) drop(key);
      tell();
    },
    useUrl: (key) =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => kept.get(key)?.url,
      ),
  };
  /* The session ended, or is another one: nothing of it stays. */
  onSession(cache.forgetAll);
  return cache;
}

/** The upper part of a portrait, where the face is, as a small square. */
export async function smallPicture(picture: Blob, edge: number): Promise<Blob> {
  const image = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const side = Math.min(image.width, image.height);
  const left = (image.width - side) / 2;
  canvas.getContext('2d')?.drawImage(image, left, (image.height - side) / 4, side, side, 0, 0, edge, edge);
  image.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? picture), 'image/jpeg', 0.85));
}
