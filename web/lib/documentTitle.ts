/** Title of the window: the page and whom it is about, the terminal, the brand: what tells one tab from another comes first. */
import { brand } from '@gen/brand.ts';
import { useEffect } from 'react';
import { knownDeviceName } from './knownDevice.ts';

let page = '';
let subject = '';
let device: string | null = null;

function write(): void {
  const own = device !== null && device !== brand.title ? [device] : [];
  document.title = [[page, subject].filter(Boolean).join(' '), ...own, brand.title].filter(Boolean).join(' – ');
}

/** `name`: of the terminal, as far as it is known. */
export function useDocumentTitle(title: string, name: string | undefined = knownDeviceName() ?? undefined): void {
  useEffect(() => {
    page = title;
    device = name || null;
    write();
  }, [title, name]);
}

/** Whom or what the page is about, once that is known: "7 Ana Torres". */
export function useTitleSubject(text: string): void {
  useEffect(() => {
    subject = text;
    write();
    return () => {
      subject = '';
      write();
    };
  }, [text]);
}
