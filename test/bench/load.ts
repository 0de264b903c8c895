// The first load of the sign-in page in a browser with nothing cached: bytes on the wire, requests, hosts.

import { launchBrowser } from '../e2e/console.ts';
import { Daemon } from '../harness/daemon.ts';
import { patienceMs } from '../harness/patience.ts';
import type { Row } from './table.ts';

export async function benchLoad(): Promise<Row[]> {
  const daemon = await Daemon.start();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    const session = await page.context().newCDPSession(page);
    const urls = new Map<string, string>();
    let bytes = 0;
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', (event) => urls.set(event.requestId, event.request.url));
    session.on('Network.loadingFinished', (event) => {
      bytes += event.encodedDataLength;
    });
    await page.goto(`${daemon.origin}/login`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /sign in|log in/i }).waitFor();
    const all = [...urls.values()].filter((url) => !url.startsWith('data:'));
    const elsewhere = all.filter((url) => !url.startsWith(daemon.origin));
    return [
      {
        key: 'load/bytes',
        what: 'first load of the sign-in page, bytes with headers',
        ours: `${(bytes / 1000).toFixed(1)} kB`,
        reference: 'smallest peer console measured 49.9 kB, the nearest twin 282.5 kB',
        ratio: Number.NaN,
        budget: '<= 60 kB',
        value: bytes,
        limit: 60_000,
      },
      {
        key: 'load/requests',
        what: 'first load, requests',
        ours: `${all.length}, ${elsewhere.length} to another host`,
        reference: 'the nearest twin 23',
        ratio: Number.NaN,
        budget: '<= 5, none elsewhere',
        value: elsewhere.length > 0 ? Number.POSITIVE_INFINITY : all.length,
        limit: 5,
      },
    ];
  } finally {
    await browser.close();
    await daemon.dispose();
  }
}
