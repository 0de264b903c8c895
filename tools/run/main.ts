// Starts the terminal (posternd with simulated devices) and its panel, prints their addresses, and ends both together.
//
//   npx node tools/run/main.ts [--fresh] [--state build/run-state] [--binary build/host/posternd]
//
// HTTP_PORT (8080), HTTPS_PORT (8443) and PANEL_PORT (8081): the first ports to try.

import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundlePage } from '../panel/bundle.ts';
import type { Display } from '../panel/protocol.ts';
import { type Panel, servePanel } from '../panel/serve.ts';
import { FaceEngine } from './face.ts';
import { freePort } from './ports.ts';
import { provision } from './provision.ts';
import { answers, Terminal } from './terminal.ts';

/** The simulated network gives the terminal its address after about a second. */
const addressMs = 5_000;

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    state: { type: 'string', default: 'build/run-state' },
    binary: { type: 'string', default: 'build/host/posternd' },
  },
});

const folder = 'build/run';
const bench = `${folder}/bench`;
const copies = `${folder}/copies`;
const machine = `${folder}/machine`;
const log = `${folder}/posternd.log`;

function say(lines: readonly (readonly [string, string])[]): void {
  console.log('');
  for (const [what, is] of lines) console.log(`  ${what.padEnd(18)}${is}`);
  console.log('\n  Ctrl-C ends both.\n');
}

interface Started {
  readonly panel: Panel;
  /** The first content of the display. */
  readonly display: Promise<Display>;
  /** Address of the terminal on its simulated network; undefined if it has none in time. */
  readonly host: Promise<string | undefined>;
}

async function startPanel(port: number): Promise<Started> {
  const shown = Promise.withResolvers<Display>();
  const addressed = Promise.withResolvers<string | undefined>();
  const panel = await servePanel({
    bench,
    port,
    state: values.state,
    assets: await bundlePage(),
    onEvent: (event) => {
      if (event.type !== 'display' || !event.on) return;
      shown.resolve(event);
      if (event.console !== null) addressed.resolve(new URL(event.console).hostname);
    },
  });
  const late = setTimeout(() => addressed.resolve(undefined), addressMs);
  return { panel, display: shown.promise, host: addressed.promise.finally(() => clearTimeout(late)) };
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

async function run(): Promise<number> {
  const stop = signalled();
  if (values.fresh) for (const path of [values.state, machine]) rmSync(path, { recursive: true, force: true });
  mkdirSync(copies, { recursive: true });
  const engineer = provision(values.state, machine);
  const port = await freePort(Number(process.env['HTTP_PORT'] ?? 8080));
  const panelPort = await freePort(Number(process.env['PANEL_PORT'] ?? 8081), [port]);
  const securePort = await freePort(Number(process.env['HTTPS_PORT'] ?? 8443), [port, panelPort]);
  const url = `http://127.0.0.1:${port}/`;
  const { binary, state } = values;
  const terminal = new Terminal({ binary, state, port, securePort, bench, copies, machine, log });
  let panel: Panel | undefined;
  const face = FaceEngine.start(`${bench}.face`, `${folder}/face.log`);
  try {
    if (!(await answers(url, terminal, stop))) {
      if (!terminal.over) return 0; // ended on request
      console.error(`posternd did not start (${await terminal.ended}):\n${terminal.lastWords()}`);
      return 1;
    }
    const started = await startPanel(panelPort);
    panel = started.panel;
    const display = await Promise.race([started.display, stop, terminal.ended]);
    if (typeof display === 'object') {
      const { initialPassword } = display;
      const host = await started.host;
      say([
        ['console', url],
        ...(host === undefined
          ? []
          : [['on its network', `http://${host}:${port}/ (simulated: a changed address really moves it)`] as const]),
        ['console over TLS', `https://127.0.0.1:${securePort}/ (its own certificate: the browser asks)`],
        ['terminal (panel)', `${panel.url}/`],
        [
          'sign in as',
          initialPassword === null ? 'admin, with the password you set' : `admin, initial password ${initialPassword}`,
        ],
        ['engineer password', `${engineer} (as the factory gives it: /up, and what asks for it)`],
        ['bundles', `make bundle puts some into ${folder}, for Firmware Upgrade or ${url}up`],
        ['state', `${values.state} (make run FRESH=1 empties it)`],
        ['copies by plan', `${copies} (a USB stick, as it were)`],
        ['log', log],
      ]);
    }
    await Promise.race([stop, terminal.ended]);
    if (!terminal.over) return 0;
    console.error(`posternd went away (${await terminal.ended}):\n${terminal.lastWords()}`);
    return 1;
  } finally {
    await panel?.close();
    face?.end();
    await terminal.end();
  }
}

process.exitCode = await run();
