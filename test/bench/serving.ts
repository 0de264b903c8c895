// Serving from ROM beside the bare server and nginx: the console's own assets near 1, 20 and 80 kB, and a conditional GET.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon, temporaryFolder } from '../harness/daemon.ts';
import { rootPath } from '../harness/paths.ts';
import { startNginx } from './nginx.ts';
import { end, freePort, pidOf, pin, startPinned, untilListening } from './process.ts';
import type { Scale } from './scale.ts';
import { median, pairedRatio } from './stats.ts';
import type { Row } from './table.ts';
import { cpuPerRequest } from './wrk.ts';

const sizes = { full: { rounds: 5, count: 3 }, short: { rounds: 1, count: 1 } } as const;

interface Asset {
  readonly path: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** An asset as it travels, compressed; node:http because fetch would unpack it. */
async function fetchRaw(origin: string, path: string): Promise<Asset> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => resolve({ path, body: Buffer.concat(parts), etag: reply.headers.etag ?? '' }));
    }).once('error', reject);
  });
}

/** Names of the sizes of the budget, and their bytes. */
const classes = { '1kB': 1_000, '20kB': 20_000, '80kB': 80_000 } as const;

/** The assets whose compressed sizes are nearest to the sizes of the budget, each once, with the size's name. */
async function chooseAssets(origin: string): Promise<Map<string, Asset>> {
  const folder = rootPath('build/web/postern');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'));
  const assets = (await Promise.all(names.map((name) => fetchRaw(origin, name)))).filter((a) => a.etag !== '');
  const chosen = new Map<string, Asset>();
  for (const [name, size] of Object.entries(classes)) {
    const off = (asset: Asset): number => Math.abs(asset.body.length - size);
    const [nearest] = assets.toSorted((a, b) => off(a) - off(b));
    if (nearest !== undefined && ![...chosen.values()].includes(nearest)) chosen.set(name, nearest);
  }
  return chosen;
}

export async function benchServing(scale: Scale): Promise<Row[]> {
  const { rounds, count } = sizes[scale];
  const folder = temporaryFolder();
  const daemon = await Daemon.start();
  pin(daemon.pid);
  const chosen = [...(await chooseAssets(daemon.origin))].slice(0, count);

  const bareRoot = join(folder, 'bare');
  const nginxRoot = join(folder, 'nginx');
  mkdirSync(bareRoot);
  mkdirSync(nginxRoot);
  for (const [i, [, asset]] of chosen.entries()) {
    writeFileSync(join(bareRoot, `a${i}.js`), asset.body);
    writeFileSync(join(nginxRoot, `a${i}.js.gz`), asset.body);
  }
  const barePort = await freePort();
  const bare = startPinned(rootPath('build/bench/epoll_server'), [String(barePort), bareRoot]);
  await untilListening(barePort);
  const nginxPort = await freePort();
  const nginx = await startNginx(folder, nginxRoot, nginxPort);

  const rows: Row[] = [];
  const compare = async (key: string, what: string, index: number, conditional: boolean, budget: number) => {
    const asset = chosen[index]?.[1];
    if (asset === undefined) throw new Error('the console has no asset');
    const ours: number[] = [];
    const raw: number[] = [];
    const web: number[] = [];
    const load = (url: string, etag: string) => ({
      url,
      connections: 16,
      seconds: 1,
      headers: { 'Accept-Encoding': 'gzip', ...(conditional ? { 'If-None-Match': etag } : {}) },
    });
    const nginxEtag = conditional ? (await fetchRaw(`http://127.0.0.1:${nginxPort}`, `/a${index}.js`)).etag : '';
    for (let round = 0; round < rounds; round++) {
      ours.push(await cpuPerRequest([daemon.pid], load(`${daemon.origin}${asset.path}`, asset.etag)));
      raw.push(await cpuPerRequest([pidOf(bare)], load(`http://127.0.0.1:${barePort}/a${index}.js`, '"b"')));
      web.push(await cpuPerRequest(nginx.pids, load(`http://127.0.0.1:${nginxPort}/a${index}.js`, nginxEtag)));
    }
    const ratio = pairedRatio(ours, raw);
    const webRatio = pairedRatio(ours, web);
    const size = `${(asset.body.length / 1000).toFixed(1)} kB`;
    rows.push({
      key: `static/${key}-bare`,
      what: `${what} (${size}), c16, CPU a request`,
      ours: `${median(ours).toFixed(1)} µs`,
      reference: `bare epoll ${median(raw).toFixed(1)} µs, x${ratio.toFixed(2)}`,
      ratio,
      budget: `<= ${budget.toFixed(2)} x bare`,
      value: ratio,
      limit: budget,
    });
    rows.push({
      key: `static/${key}-nginx`,
      what: `${what}, beside nginx`,
      ours: `${median(ours).toFixed(1)} µs`,
      reference: `nginx ${median(web).toFixed(1)} µs, x${webRatio.toFixed(2)}`,
      ratio: webRatio,
      budget: '< nginx',
      value: webRatio,
      limit: 1,
    });
  };

  try {
    for (const [index, [name]] of chosen.entries()) await compare(name, 'ROM asset', index, false, 1.1);
    await compare('conditional', 'conditional GET', 0, true, 1.2);
  } finally {
    await end(bare);
    await end(nginx.child);
    await daemon.dispose();
  }
  return rows;
}
