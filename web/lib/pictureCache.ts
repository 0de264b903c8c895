/**
 * Small pictures of the terminal for lists: fetched with the token, a few at a time, to limit the load on the terminal,
 * and cached for the session.
 */
import { useSyncExternalStore } from 'react';
import { onSession } from './session.ts';

/** Maximum number of cached pictures of a kind; the least recently used are dropped. */
const KEPT = 300;
const AT_ONCE = 2;

interface Picture {
  /** URL of the picture; undefined until it is loaded, or if it is not available. */
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
  /** Fetches it unless it is cached or being fetched. */
  readonly want: (key: number) => void;
  /** The picture was changed or deleted. */
  readonly forget: (key: number) => void;
  readonly forgetAll: () => void;
  /** URL of the small picture, once loaded. */
  readonly useUrl: (key: number) => string | undefined;
}

/** Pictures of one kind: how to read one in the cached form. */
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
    /* It was dropped meanwhile. */
    const isKept = () => kept.get(key) === picture;
    if (!isKept()) return;
    try {
      const blob = await read(key);
      if (!isKept()) return;
      picture.url = URL.createObjectURL(blob);
      tell();
    } catch {
      /* The placeholder stays. */
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
  /* The session ended or changed: the cache is cleared. */
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
