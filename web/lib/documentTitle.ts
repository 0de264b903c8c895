import { brand } from '@gen/brand.ts';
import { useEffect } from 'react';

/** Title of the window: the page, then the brand. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand.title}`;
  }, [title]);
}
