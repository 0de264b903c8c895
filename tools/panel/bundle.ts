// The panel's page, bundled in memory.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { screenTexts } from './texts.ts';

export interface Asset {
  readonly type: string;
  readonly body: string | Uint8Array;
}

const here = (path: string): string => fileURLToPath(new URL(`./page/${path}`, import.meta.url));

export async function bundlePage(): Promise<ReadonlyMap<string, Asset>> {
  const result = await build({
    entryPoints: [
      { in: here('main.tsx'), out: 'panel' },
      { in: here('panel.css'), out: 'panel' },
    ],
    outdir: 'panel',
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', SCREEN_TEXTS: JSON.stringify(screenTexts()) },
    alias: {
      react: 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
    },
    logLevel: 'silent',
  });
  const assets = new Map<string, Asset>();
  for (const file of result.outputFiles) {
    const name = file.path.slice(file.path.lastIndexOf('/'));
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    assets.set(name, { type: `${type}; charset=utf-8`, body: file.contents });
  }
  assets.set('/', { type: 'text/html; charset=utf-8', body: readFileSync(here('index.html'), 'utf8') });
  assets.set('/icon.svg', { type: 'image/svg+xml', body: readFileSync(here('icon.svg'), 'utf8') });
  return assets;
}
