import { type ReactNode, useEffect, useState } from 'react';
import { useDeviceInfo } from '../lib/device.ts';
import { formatMoment, t } from '../lib/i18n.ts';
import { Apart } from './Apart.tsx';

/** `print()` opens the browser's dialog once the sheet is fully drawn; `at` is the time, in seconds. */
export function usePrint(): { at: number; print: () => void } {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) window.print();
  }, [asked]);
  return { at: (asked || Date.now()) / 1000, print: () => setAsked(Date.now()) };
}

export interface PrintSheetProps {
  title: string;
  /** Lines below the title: the people and days of the sheet. */
  lines: readonly string[];
  at: number;
  /** Signatures at the end. */
  signatures?: readonly string[];
  /** A table. */
  children: ReactNode;
}

/** The printed content while it is mounted, instead of the page. */
export function PrintSheet({ title, lines, at, signatures = [], children }: PrintSheetProps) {
  const { info } = useDeviceInfo();
  return (
    <Apart>
      <article className="print-sheet" hidden>
        <header>
          <h2>{title}</h2>
          <p>{t('report.printed', { time: formatMoment(at), device: info?.deviceName ?? '' })}</p>
          {lines.map((line) => (
            <p key={line} className="print-line">
              {line}
            </p>
          ))}
        </header>
        {children}
        {signatures.length > 0 && (
          <footer>
            {signatures.map((who) => (
              <p key={who}>{who}</p>
            ))}
          </footer>
        )}
      </article>
    </Apart>
  );
}
