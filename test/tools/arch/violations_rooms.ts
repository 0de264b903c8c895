// Violations of the rules of rooms, circles, shared state and words.

import { extra, files, lines, type Violation } from './violation.ts';

const shared = (...members: string[]): string => ['struct core_shared {', ...members, '};'].join('\n');

const ownedState = {
  'firmware/core/base/core.h': shared(
    '    struct hal *hal; /* lent */',
    '    struct sessions *sessions;',
    '    struct links *links; /* core/network */',
    '    const struct about *about; /* lent */',
  ),
  'firmware/hal/hal.h': 'struct hal {\n    int x;\n};',
  'firmware/core/accounts/sessions.c': 'struct sessions {\n    int x;\n};\nuse(core->shared->sessions);',
  'firmware/core/network/links_impl.h': 'struct links {\n    int x;\n};',
  'firmware/core/network/links.c': 'use(shared->links, shared->hal);',
  'firmware/core/base/core.c': 'use(shared->sessions);',
  'firmware/core/start/start.c': 'shared->links = links;',
  'firmware/core/users/users.c': '/* shared->sessions */ use(core->shared, core->shared->hal, pool->shared->free);',
  'firmware/http/tls.c': 'use(shared->context);',
};

/* A room whose sources meet in one implementation header, and one whose sources are on their own. */
const calling = {
  'firmware/core/users/users.c':
    '#include "core/users/users_impl.h"\nint users_save(void) {\n    return users_audit();\n}',
  'firmware/core/users/users_audit.c':
    '#include "core/users/users_impl.h"\nint users_audit(void) {\n    return users_get() + audit_add();\n}',
  'firmware/core/users/users_get.c':
    '#include "core/users/users_inner_impl.h"\nint users_get(void) {\n    return users_save();\n}',
  'firmware/core/users/users_impl.h': '',
  'firmware/core/users/users_inner_impl.h': '#include "core/users/users_impl.h"',
  'firmware/core/base/audit.c': [
    '#include "audit.h"',
    '/* users_save() */',
    'static int users_get(int users_count) {',
    '    log("users_save()");',
    '    return row.users_save(users_count) + ops->users_save(0) + sizeof(struct users_save);',
    '}',
    'int audit_add(void) {',
    '    return users_get(0);',
    '}',
  ].join('\n'),
  'firmware/core/base/audit.h': 'int audit_add(void);\nint users_save(void);',
};

export const roomViolations: readonly Violation[] = [
  extra('core-in-rooms', { 'firmware/core/users/users.c': '' }, 'firmware/core/users.c'),
  extra('core-in-rooms', { 'firmware/core/rules/holidays.c': '' }, 'firmware/core/holidays/holidays.c'),
  lines(
    'room-order',
    'firmware/core/accounts/roles.c',
    '#include "core/accounts/roles.h"\n#include "core/base/core.h"\n#include "core/settings/settings.h"\n/* #include "core/users/users.h" */',
    '#include "core/users/users.h"',
  ),
  lines('room-order', 'firmware/core/base/core.h', '#include "core/base/actor.h"', '#include "setting_hooks.h"'),
  lines('room-order', 'firmware/core/door/decide.c', '#include "decide.h"', '#include "../start/start.h"'),
  lines('room-order', 'firmware/core/machine/machine.c', '#include "setting_hooks.h"', '#include "core/start/start.h"'),
  extra(
    'store-in-rooms',
    { 'firmware/store/store.c': '', 'firmware/store/base/audit.c': '' },
    'firmware/store/log/log.c',
  ),
  lines(
    'tables-keep-apart',
    'firmware/store/users/users.c',
    '#include "store/store_impl.h"\n#include "store/users/users.h"',
    '#include "store/accounts/account.h"',
  ),
  lines(
    'tables-keep-apart',
    'firmware/store/backup.c',
    '#include "store/home_impl.h"',
    '#include "store/users/users.h"',
  ),
  lines(
    'tables-of-their-room',
    'firmware/core/users/users.c',
    '#include "store/store.h"\n#include "store/base/audit.h"\n#include "store/accounts/account.h"\n#include "store/users/users.h"',
    '#include "store/devices/bonds.h"',
  ),
  {
    rule: 'no-circle-of-includes',
    kept: {
      'firmware/http/a.h': '#include "http/b.h"',
      'firmware/http/b.h': '#include "c.h"',
      'firmware/http/c.h': '',
    },
    broken: {
      'firmware/http/a.h': '#include "http/b.h"',
      'firmware/http/b.h': '#include "c.h"',
      'firmware/http/c.h': '/* why */\n#include "http/a.h"',
    },
    at: 'firmware/http/a.h:1',
  },
  /* A call, an address, a call from a function in a header: of two files, and back into what shares a header. */
  {
    rule: 'no-circle-of-calls',
    kept: { 'firmware/util/a.c': 'int a(void) {\n    return b();\n}', 'firmware/util/b.c': 'int b(void) {\n}' },
    broken: {
      'firmware/util/a.c': 'int a(void) {\n    return b();\n}',
      'firmware/util/b.c': 'int b(void) {\n    return a();\n}',
    },
    at: 'firmware/util/a.c:2',
  },
  files(
    'no-circle-of-calls',
    {
      'firmware/app/a.c': 'int a(int x,\n      int y) {\n    return b();\n}',
      'firmware/app/b.c': 'int b(void) {\n    return 0;\n}\nstatic int b_own(void) {\n}',
    },
    'firmware/app/b.c',
    'static const struct row rows[] = {{"a", a}};',
    'firmware/app/a.c:3',
  ),
  {
    rule: 'no-circle-of-calls',
    kept: {
      'firmware/util/a.c': 'int a(void) {\n    return 0;\n}',
      'firmware/util/a.h': 'int a(void);\nint b(void);',
      'firmware/util/b.c': 'int b(void) {\n    return a();\n}',
    },
    broken: {
      'firmware/util/a.c': 'int a(void) {\n    return 0;\n}',
      'firmware/util/a.h': 'int a(void);\nint b(void);\nstatic inline int a_twice(void) {\n    return b();\n}',
      'firmware/util/b.c': 'int b(void) {\n    return a();\n}',
    },
    at: 'firmware/util/a.c:4',
  },
  /* A static is its file's own, whatever another file calls by its name; one in a header is everybody's. */
  files(
    'no-circle-of-calls',
    {
      'firmware/util/a.c': 'int a(void) {\n    return 0;\n}',
      'firmware/util/a.h': 'int a(void);\nstatic inline int a_twice(void) {\n    return 2;\n}',
      'firmware/util/b.c': 'int b(int count) {\n    return a_twice() + count;\n}',
      'firmware/util/c.c': 'static int c_count(void) {\n    return b(0);\n}',
    },
    'firmware/util/a.c',
    'int a_back(void) {\n    return b(0);\n}',
    'firmware/util/a.c:5',
  ),
  /* An implementation header holds together the files of its own folder only. */
  files(
    'no-circle-of-calls',
    {
      'firmware/store/engine_impl.h': '',
      'firmware/store/engine.c': '#include "store/engine_impl.h"\nint engine(void) {\n    return 0;\n}',
      'firmware/store/users/users.c': '#include "store/engine_impl.h"\nint users(void) {\n    return engine();\n}',
    },
    'firmware/store/engine.c',
    'int engine_back(void) {\n    return users();\n}',
    'firmware/store/engine.c:6',
  ),
  files(
    'no-circle-of-calls',
    calling,
    'firmware/core/base/audit.c',
    'int audit_back(void) {\n    return users_save();\n}',
    'firmware/core/base/audit.c:11',
  ),
  {
    rule: 'no-circle-of-calls',
    kept: calling,
    broken: { ...calling, 'firmware/core/users/users_inner_impl.h': '' },
    at: 'firmware/core/users/users.c:3',
  },
  files('shared-state-has-owners', ownedState, 'firmware/core/users/users.c', 'end(core->shared->sessions);'),
  files('shared-state-has-owners', ownedState, 'firmware/http/tls.c', 'shared->hal->clock;'),
  files(
    'shared-state-has-owners',
    ownedState,
    'firmware/core/accounts/sessions.c',
    'use(shared->sessions, shared->links);',
  ),
  {
    rule: 'shared-state-is-opaque',
    kept: ownedState,
    broken: { ...ownedState, 'firmware/core/network/links.h': 'struct links {\n    int x;\n};' },
    at: 'firmware/core/base/core.h:4',
  },
  ...['    pthread_mutex_t mutex;', '    struct links links;', '    char serial[SERIAL_MAX];'].map((member) => ({
    rule: 'shared-state-is-opaque',
    kept: { 'firmware/core/base/core.h': shared('    struct hal *hal;') },
    broken: { 'firmware/core/base/core.h': shared('    struct hal *hal;', member) },
    at: 'firmware/core/base/core.h:3',
  })),
  {
    rule: 'shared-state-is-listed',
    kept: {
      'firmware/core/base/core.h': shared('    struct hal *hal;', '    struct clock *clock;'),
      'docs/adr/0002-threads.md': '- `hal`: devices\n\nChanging:\n- `clock`: time',
    },
    broken: {
      'firmware/core/base/core.h': shared('    struct hal *hal;', '    struct clock *clock;'),
      'docs/adr/0002-threads.md': '- `hal`: devices\n\nChanging: `clock`',
    },
    at: 'firmware/core/base/core.h:3',
  },
  {
    rule: 'shared-state-is-listed',
    kept: {
      'firmware/core/base/core.h': shared('    struct hal *hal;'),
      'docs/adr/0002-threads.md': '- `hal`: devices',
    },
    broken: {
      'firmware/core/base/core.h': shared('    struct hal *hal;'),
      'docs/adr/0002-threads.md': '- `hal`: devices\n- `clock`: time',
    },
    at: 'docs/adr/0002-threads.md:2',
  },
  {
    rule: 'groups-are-rooms',
    kept: {
      'firmware/api/spec/errors.json': '{}',
      'firmware/api/spec/users.json': '{}',
      'web/features/users/Page.tsx': '',
    },
    broken: {
      'firmware/api/spec/door.json': '{}',
      'firmware/api/spec/users.json': '{}',
      'web/features/door/Page.tsx': '',
    },
    at: 'firmware/api/spec/users.json',
  },
  extra('groups-are-rooms', { 'firmware/api/spec/errors.json': '{}' }, 'firmware/api/spec/basic.json'),
  extra(
    'handlers-are-named-by-group',
    { 'firmware/api/users.c': '', 'firmware/api/users_import.c': '', 'firmware/api/decode_query.c': '' },
    'firmware/api/usersimport.c',
  ),
  extra(
    'unit-tests-mirror-firmware',
    {
      'firmware/core/users/users.c': '',
      'firmware/core/door/door.c': '',
      'firmware/store/users/users.c': '',
      'test/unit/core/users/test_users.c': '',
      'test/unit/core/users/test_users_zones.c': '',
      'test/unit/store/users/test_store_users.c': '',
      'test/unit/support/test_help.c': '',
    },
    'test/unit/core/door/test_users.c',
  ),
  extra('unit-tests-mirror-firmware', { 'firmware/core/users/users.c': '' }, 'test/unit/core/test_many.c'),
  extra(
    'unit-tests-mirror-firmware',
    { 'firmware/store/store.c': '', 'firmware/store/users/users.c': '' },
    'test/unit/store/test_store_users.c',
  ),
  {
    rule: 'old-words-become-less',
    kept: {
      'tools/arch/oldWords.json': '{ "octets": 2, "anew": 0 }',
      'firmware/util/buf.c': '/* Octets. */ size_t octets;',
      'docs/rules.md': 'canvas',
    },
    broken: {
      'tools/arch/oldWords.json': '{ "octets": 2, "anew": 0 }',
      'firmware/util/buf.c': '/* Octets. */ size_t octets;',
      'docs/rules.md': 'Eight octets',
    },
    at: 'tools/arch/oldWords.json',
  },
];
