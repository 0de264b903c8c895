/** Title of the window: page and its object, terminal, brand. The parts that distinguish tabs come first. */
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

/** `name`: name of the terminal, if known. */
export function useDocumentTitle(title: string, name: string | undefined = knownDeviceName() ?? undefined): void {
  useEffect(() => {
    page = title;
    device = name || null;
    write();
  }, [title, name]);
}

/** The object of the page, once known: "7 Ana Torres". */
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
