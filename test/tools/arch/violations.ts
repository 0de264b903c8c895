// For every rule of the architecture check: files that keep it, and the same with one line that breaks it.

import { lines, type Violation } from './violation.ts';
import { roomViolations } from './violations_rooms.ts';

/* The rules search this file too, so what they forbid everywhere is put together here. */
const word = (...parts: string[]): string => parts.join('');

/* Names of features come from here. */
/** So many empty files on a shelf of the users. */
const pagesBelow = (shelf: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`web/features/users/${shelf}/Page${at}.tsx`, '']));

const usersGroup = { 'firmware/api/spec/users.json': '', 'web/features/users/Page.tsx': '' };

export const violations: readonly Violation[] = [
  ...roomViolations,
  lines(
    'firmware-direction',
    'firmware/core/users/users.c',
    '#include "store/users/users.h"',
    '#include "http/conn_impl.h"',
  ),
  lines(
    'firmware-direction',
    'firmware/api/users.c',
    '#include "contract.h"\n#include "api.h"',
    '#include "link/mqtt.h"',
  ),
  lines('firmware-direction', 'firmware/core/base/rights.c', '/* #include "api/api.h" */', '#include "catalogue.h"'),
  lines('firmware-direction', 'firmware/util/buf.c', '#include <stddef.h>', '#include "../store/store.h"'),
  lines('firmware-direction', 'firmware/pki/x509.c', '#include "util/buf.h"', '#include "values.h"'),
  lines('firmware-direction', 'firmware/tables/table.c', '#include "util/buf.h"', '#include "pki/pem.h"'),
  lines('firmware-direction', 'firmware/hal/hal.h', '#include "values/users.h"', '#include "net/loop.h"'),
  lines('firmware-direction', 'firmware/values/users.h', '#include "util/err.h"', '#include "hal/hal.h"'),
  lines('firmware-direction', 'firmware/net/loop.c', '#include "core/base/core.h"', '#include "http/server.h"'),
  lines('firmware-direction', 'firmware/link/mqtt.c', '#include "net/loop.h"', '#include "api/route.h"'),
  lines('firmware-direction', 'firmware/update/bundle.c', '#include "hal/clock.h"', '#include "store/store.h"'),
  {
    rule: 'firmware-direction',
    kept: { 'firmware/util/buf.c': '' },
    broken: { 'firmware/extra/buf.c': '' },
    at: 'firmware/extra/buf.c',
  },
  lines(
    'statics-carry-their-noun',
    'firmware/core/users/users.c',
    'static int user_refuse(int err) {',
    'static bool refuse(int err) {',
  ),
  lines(
    'conditions-compare',
    'firmware/core/users/users.c',
    'int f(struct user *user, bool add) {\n    if (user == NULL || !add || !user->valid) {',
    '    if (add && !user) {',
  ),
  lines('conditions-compare', 'firmware/util/buf.c', 'if (r < 0) {', 'if (r) {'),
  {
    rule: 'mongoose-only-in-net-link-http',
    kept: {
      'firmware/http/conn.c': '#include <mongoose.h>',
      'firmware/link/mqtt.c': '#include <mongoose.h>',
      'firmware/net/loop.c': '#include <mongoose.h>',
    },
    broken: { 'firmware/app/main.c': '#include <mongoose.h>' },
    at: 'firmware/app/main.c:1',
  },
  {
    rule: 'sqlite-only-in-store',
    kept: { 'firmware/store/store.c': '#include <sqlite3.h>' },
    broken: { 'firmware/core/users/users.c': '#include <sqlite3.h>' },
    at: 'firmware/core/users/users.c:1',
  },
  {
    rule: 'cjson-only-where-text-is-parsed',
    kept: {
      'firmware/api/decode.c': '#include <cjson/cJSON.h>',
      'firmware/hal/sim/bench.c': '#include <cjson/cJSON.h>',
    },
    broken: { 'firmware/core/base/audit.c': '#include <cjson/cJSON.h>' },
    at: 'firmware/core/base/audit.c:1',
  },
  {
    rule: 'sodium-only-in-util',
    kept: { 'firmware/util/crypto.c': '#include <sodium.h>' },
    broken: { 'firmware/core/accounts/accounts.c': '#include <sodium.h>' },
    at: 'firmware/core/accounts/accounts.c:1',
  },
  {
    rule: 'tls-library-in-two-layers',
    kept: {
      'firmware/net/tls_openssl.c': '#include <openssl/ssl.h>',
      'firmware/pki/x509_wolfssl.c': '#include <wolfssl/ssl.h>',
    },
    broken: { 'firmware/pki/x509.c': '#include <wolfssl/ssl.h>' },
    at: 'firmware/pki/x509.c:1',
  },
  {
    rule: 'utf8proc-only-for-text',
    kept: { 'firmware/util/text.c': '#include <utf8proc.h>' },
    broken: { 'firmware/store/users/users.c': '#include <utf8proc.h>' },
    at: 'firmware/store/users/users.c:1',
  },
  {
    rule: 'picture-libraries-only-in-decoders',
    kept: { 'firmware/picture/picture_png.c': '#include <setjmp.h>\n#include <png.h>' },
    broken: { 'firmware/picture/picture.c': '#include <setjmp.h>' },
    at: 'firmware/picture/picture.c:1',
  },
  {
    rule: 'zlib-only-in-zip',
    kept: { 'firmware/tables/zip.c': '#include <zlib.h>' },
    broken: { 'firmware/tables/table.c': '#include <zlib.h>' },
    at: 'firmware/tables/table.c:1',
  },
  {
    rule: 'minizip-only-in-unzip',
    kept: { 'firmware/tables/unzip.c': '#include <minizip/unzip.h>' },
    broken: { 'firmware/tables/sheet.c': '#include <minizip/unzip.h>' },
    at: 'firmware/tables/sheet.c:1',
  },
  {
    rule: 'expat-only-in-sheet-xml',
    kept: { 'firmware/tables/sheet_xml.c': '#include <expat.h>' },
    broken: { 'firmware/tables/sheet_rows.c': '#include <expat.h>' },
    at: 'firmware/tables/sheet_rows.c:1',
  },
  {
    rule: 'devices-only-in-hal',
    kept: { 'firmware/hal/linux/relay.c': '#include <linux/gpio.h>' },
    broken: { 'firmware/core/door/relay.c': '#include <sys/ioctl.h>' },
    at: 'firmware/core/door/relay.c:1',
  },
  {
    rule: 'calls-filtered-in-one-place',
    kept: { 'firmware/app/confine_filter.c': '#include <linux/seccomp.h>' },
    broken: { 'firmware/hal/linux/relay.c': '#include <linux/filter.h>' },
    at: 'firmware/hal/linux/relay.c:1',
  },
  {
    rule: 'simulator-behind-one-seam',
    kept: { 'firmware/app/main.c': '#include "hal/sim/sim.h"' },
    broken: { 'firmware/core/door/identify.c': '#include "hal/sim/sim.h"' },
    at: 'firmware/core/door/identify.c:1',
  },
  lines(
    'handlers-call-core',
    'firmware/api/users.c',
    '/* #include "hal/hal.h" */\n#include "core/users/users.h"',
    '#include "hal/hal.h"',
  ),
  lines('handlers-call-core', 'firmware/api/users.h', '#include "values/users.h"', '#include "store/users/users.h"'),
  lines(
    'handlers-have-no-connection',
    'firmware/api/users.c',
    '/* core->store */ return users_get(ctx->core, id);',
    'return users_get(ctx->core->store, id);',
  ),
  lines('sql-only-in-store', 'firmware/core/users/users.c', '/* "SELECT 1" */', 'run("SELECT name FROM user");'),
  lines(
    'forbidden-calls',
    'firmware/api/users.c',
    '/* strcpy(a, b) */ log("strcpy(a, b)"); ops->system(ctx); my_strcpy(a, b);',
    '    strcpy(to, from);',
  ),
  lines('forbidden-calls', 'firmware/http/conn.c', 'n = text_to_u32(s);', 'n = atoi(s);'),
  lines('forbidden-calls', 'firmware/app/main.c', 'execve(path, argv, env);', 'system(command);'),
  lines('nobody-sleeps', 'firmware/http/workers.c', 'ops->sleep(ctx);', 'usleep(1000);'),
  lines('scans-are-bounded', 'firmware/core/base/identity.c', 'sscanf(s, "%43s", a);', 'sscanf(s, "%s", a);'),
  lines(
    'time-and-chance-from-hal',
    'firmware/core/accounts/sessions.c',
    'now = clock->utc_ms(clock->ctx);',
    'now = time(NULL);',
  ),
  lines('no-test-hooks', 'firmware/store/store.c', '#ifdef NDEBUG\n#endif', '#ifdef TEST'),
  lines(
    'web-direction',
    'web/lib/text.ts',
    "import { a } from './other.ts';",
    "import { Button } from '../ui/Button.tsx';",
  ),
  {
    rule: 'web-direction',
    kept: { ...usersGroup, 'web/features/users/List.tsx': "import { b } from '../../ui/Button.tsx';" },
    broken: { ...usersGroup, 'web/features/users/List.tsx': "const page = lazy(() => import('../device/Page.tsx'));" },
    at: 'web/features/users/List.tsx:1',
  },
  {
    rule: 'web-feature-words',
    kept: { ...usersGroup, 'web/features/users/List.tsx': '', 'test/web/features/users/list.test.ts': '' },
    broken: { ...usersGroup, 'web/features/people/List.tsx': '' },
    at: 'web/features/people',
  },
  {
    rule: 'web-feature-words',
    kept: { ...usersGroup, 'test/web/features/users/list.test.ts': '' },
    broken: { ...usersGroup, 'test/web/features/people/list.test.ts': '' },
    at: 'test/web/features/people',
  },
  {
    rule: 'web-shelves',
    kept: { ...usersGroup, ...pagesBelow('list', 24), ...pagesBelow('form', 25) },
    broken: { ...usersGroup, ...pagesBelow('list', 26) },
    at: 'web/features/users/list',
  },
  lines(
    'web-evaluates-nothing',
    'web/lib/api/reply.ts',
    'const value = parse(text);',
    word('const value = ev', 'al(text);'),
  ),
  lines(
    'web-evaluates-nothing',
    'tools/panel/page/app.tsx',
    '<p>{text}</p>',
    word('<p danger', 'ouslySetInnerHTML={{}} />'),
  ),
  lines(
    'web-inline-nothing',
    'web/index.html',
    '<script type="module" src="/a.js"></script>',
    '<script>start()</script>',
  ),
  lines(
    'web-asks-before-it-loads',
    'web/app/send.ts',
    'reloadAfterMessage();',
    'setTimeout(() => location.reload(), 1000);',
  ),
  lines(
    'web-names-no-host',
    'web/app/main.tsx',
    "const ns = 'http://www.w3.org/2000/svg';",
    "fetch('https://cdn.example/x');",
  ),
  lines('css-is-logical', 'web/ui/list.css', 'p { margin-inline-start: 1rem; }', 'p { margin-left: 1rem; }'),
  lines(
    'parts-keep-apart',
    'tools/panel/main.ts',
    "import { serve } from './serve.ts';",
    "import { x } from '../../test/x.ts';",
  ),
  lines('parts-keep-apart', 'web/lib/a.ts', "import { b } from './b.ts';", "import { c } from '../../tools/c.ts';"),
  {
    rule: 'generated-not-committed',
    kept: { 'firmware/http/rom.c': '' },
    broken: { 'firmware/app/contract.c': '' },
    at: 'firmware/app/contract.c',
  },
  lines('no-registry-hosts', 'docs/development.md', 'npm ci', word('https://registry.npm', 'js.org/')),
  lines('no-machine-paths', 'tools/x.ts', "const a = 'build/a';", word("const b = '/ro", "ot/b';")),
  lines(
    'commands-name-our-node',
    'docs/image.md',
    '`npx node tools/image/main.ts` makes it',
    word('`node to', 'ols/image/main.ts` makes it'),
  ),
  lines('nothing-left-for-later', 'firmware/core/users/users.c', '/* why */', word('/* TO', 'DO: later */')),
  lines(
    'every-test-runs',
    'test/tools/a.test.ts',
    "it('adds', () => {});",
    word('it.sk', "ip('subtracts', () => {});"),
  ),
  lines('types-are-kept', 'web/lib/a.ts', 'const a = 1;', word('// @ts-', 'ignore')),
];
