import type { ComponentType } from 'react';
import { loadConsoleTexts } from '../lib/i18n.ts';
import { loadStyle } from './loadStyle.ts';

/** URL of the console's style sheet, inserted by the build. */
declare const CONSOLE_STYLE: string;
/** The page names the console's script: the import below is a few bytes that import it in turn. */
const SCRIPT = 'meta[name="console"]';

let loading: Promise<ComponentType> | null = null;

/** Everything behind the sign-in: router, shell, data cache and their styles. Fetched during sign-in. */
export function loadConsole(): Promise<ComponentType> {
  loading ??= fetchConsole();
  return loading;
}

async function fetchConsole(): Promise<ComponentType> {
  preloadScript(document.querySelector<HTMLMetaElement>(SCRIPT)?.content);
  const [module] = await Promise.all([import('./Console.tsx'), loadStyle(CONSOLE_STYLE, 'second'), loadConsoleTexts()]);
  return module.Console;
}

function preloadScript(address: string | undefined): void {
  if (address === undefined) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = address;
  document.head.append(link);
}

/** Starts the fetch early; if it fails, the page that needs it reports it. */
export function prefetchConsole(): void {
  loadConsole().catch(() => {
    loading = null;
  });
}
