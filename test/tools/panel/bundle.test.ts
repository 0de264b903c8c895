import { expect, it } from 'vitest';
import { bundlePage } from '../../../tools/panel/bundle.ts';

it('bundles the page with everything it asks for', async () => {
  const assets = await bundlePage();
  expect([...assets.keys()].sort()).toEqual(['/', '/icon.svg', '/panel.css', '/panel.js']);
  const page = String(assets.get('/')?.body);
  for (const [, path = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect(assets.has(path)).toBe(true);
});
