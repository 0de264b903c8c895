// nginx as a reference: one worker, static files already compressed, open file cache, no access log.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../harness/wait.ts';
import { pidOf, startPinned, untilListening } from './process.ts';

/** The lines of TLS; certificate and key are files. */
export interface Secure {
  readonly certificate: string;
  readonly key: string;
}

const secureLines = (secure: Secure): string => `
    ssl_certificate ${secure.certificate};
    ssl_certificate_key ${secure.key};
    ssl_protocols TLSv1.2 TLSv1.3;`;

const configuration = (folder: string, root: string, port: number, secure?: Secure): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''} # else its worker may not read the test's folder
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx-error.log;
events { worker_connections 4096; use epoll; }
http {
  access_log off;
  sendfile on;
  tcp_nodelay on;
  keepalive_requests 100000000;
  keepalive_timeout 600s;
  open_file_cache max=1000 inactive=60s;
  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${port}${secure === undefined ? '' : ' ssl'};${secure === undefined ? '' : secureLines(secure)}
    root ${root};
    gzip_static always;
  }
}
`;

/** Starts it over `root`, whose files end in .gz; gives the process and the pid of its worker. */
export async function startNginx(folder: string, root: string, port: number, secure?: Secure) {
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, configuration(folder, root, port, secure));
  const child = startPinned('nginx', ['-c', path, '-p', folder]);
  await untilListening(port);
  const master = pidOf(child);
  const children = (): string => readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim();
  /* It listens before it has its worker. */
  const workers = await until('the worker of nginx', () => children() !== '' && children());
  return { child, pids: workers.split(' ').map(Number) };
}
