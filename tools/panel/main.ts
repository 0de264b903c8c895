// The panel alone, for a manually started posternd:
//
//   npx node tools/panel/main.ts --bench SOCKET [--state DIR] [--port 8081]

import { parseArgs } from 'node:util';
import { bundlePage } from './bundle.ts';
import { servePanel } from './serve.ts';

const { values } = parseArgs({
  options: { bench: { type: 'string' }, state: { type: 'string' }, port: { type: 'string', default: '8081' } },
});
if (values.bench === undefined) {
  console.error('usage: npx node tools/panel/main.ts --bench SOCKET [--state DIR] [--port 8081]');
  process.exit(2);
}
const panel = await servePanel({
  bench: values.bench,
  port: Number(values.port),
  assets: await bundlePage(),
  ...(values.state === undefined ? {} : { state: values.state }),
});
console.log(`panel: ${panel.url}/`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void panel.close());
