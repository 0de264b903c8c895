// Rules of firmware/: dependencies between layers, allowed includes, and forbidden calls.

import { isC, layerOf, rank, target } from './layers.ts';
import { type Finding, lineRule, matching, type Rule } from './rule.ts';
import { codeOnly, includesOf, withoutComments } from './text.ts';
import type { Tree } from './tree.ts';

function direction(tree: Tree): Finding[] {
  return tree.paths.filter(isC).flatMap((path) => {
    const own = layerOf(path);
    const ownRank = rank[own];
    if (ownRank === undefined) return [{ path, line: 0, text: `${own} is no layer of firmware/` }];
    return includesOf(tree.read(path)).flatMap(({ line, file, system }) => {
      const to = system ? undefined : target(tree, path, file);
      if (to === undefined || layerOf(to) === own) return [];
      const otherRank = rank[layerOf(to)];
      const allowed = otherRank !== undefined && otherRank < ownRank;
      return allowed ? [] : [{ path, line, text: `${own} includes ${file}` }];
    });
  });
}

function onlyIn(name: string, holds: string, header: RegExp, allowed: RegExp): Rule {
  const check = (tree: Tree): Finding[] =>
    tree.paths
      .filter((path) => isC(path) && !allowed.test(path))
      .flatMap((path) =>
        includesOf(tree.read(path))
          .filter(({ file }) => header.test(file))
          .map(({ line, file }) => ({ path, line, text: `includes ${file}` })),
      );
  return { name, holds, check };
}

/** A call of one of these functions: not a member, not a longer name, not its declaration in a comment or string. */
function callOf(names: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w.>])(?:${names.join('|')})\\s*\\(`);
}

const unbounded = ['gets', 'strcpy', 'stpcpy', 'strcat', 'sprintf', 'vsprintf', 'scanf', 'fscanf', 'strtok'];
const unchecked = ['atoi', 'atol', 'atoll', 'atof'];
const shells = ['system', 'popen', 'wordexp'];
const hazardous = ['alloca', 'tmpnam', 'mktemp', 'rand', 'srand', 'random', 'strerror'];
const shared = ['gmtime', 'localtime', 'asctime', 'ctime', 'getenv', 'setenv', 'putenv'];
const sleeping = ['sleep', 'usleep', 'nanosleep', 'clock_nanosleep'];
const clocks = ['time', 'gettimeofday', 'clock_gettime', 'clock'];
const random = [
  'getrandom',
  'getentropy',
  'arc4random',
  'randombytes_buf',
  'randombytes_random',
  'randombytes_uniform',
];

const code = { applies: isC, view: codeOnly };

export const firmwareRules: readonly Rule[] = [
  {
    name: 'firmware-direction',
    holds:
      'includes run util <- {pki, tables, picture, print} <- values <- hal <- update <- store <- core <- net <- {api, link} <- http <- app, never back or across',
    check: direction,
  },
  onlyIn(
    'mongoose-only-in-net-link-http',
    'only net/, link/ and http/ include mongoose.h',
    /^mongoose\.h$/,
    /^firmware\/(net|link|http)\//,
  ),
  onlyIn('sqlite-only-in-store', 'only store/ includes sqlite3.h', /^sqlite3(ext)?\.h$/, /^firmware\/store\//),
  onlyIn(
    'cjson-only-where-text-is-parsed',
    'only the decoder of requests, the description of a bundle and the bench socket include cJSON',
    /cJSON/i,
    /^firmware\/(api\/(decode|json)[a-z_]*\.[ch]|update\/description\.c|hal\/sim\/[a-z_]+\.[ch])$/,
  ),
  onlyIn(
    'sodium-only-in-util',
    'only util/, and pki/pem.c for its base64, include libsodium',
    /^sodium/,
    /^firmware\/(util\/|pki\/pem\.c$)/,
  ),
  onlyIn(
    'tls-library-in-two-layers',
    'only files of pki/ and net/ that are named after it include the library of TLS and keys',
    /^(wolfssl|openssl)\//,
    /^firmware\/(pki|net)\/[a-z0-9_]+_(wolfssl|openssl)\.c$/,
  ),
  onlyIn(
    'utf8proc-only-for-text',
    'only util/text.c and print/code_page.c include utf8proc',
    /^utf8proc/,
    /^firmware\/(util\/text|print\/code_page)\.c$/,
  ),
  onlyIn(
    'picture-libraries-only-in-decoders',
    'only the decoders in picture/ include the libraries of pictures, whose errors jump',
    /^(jpeglib|jerror|png|setjmp|webp\/.*)\.h$/,
    /^firmware\/picture\/picture_(jpeg|png|webp)\.c$/,
  ),
  onlyIn('zlib-only-in-zip', 'only tables/zip.c includes zlib', /^zlib\.h$/, /^firmware\/tables\/zip\.c$/),
  onlyIn('minizip-only-in-unzip', 'only tables/unzip.c includes minizip', /^minizip\//, /^firmware\/tables\/unzip\.c$/),
  onlyIn(
    'expat-only-in-sheet-xml',
    'only tables/sheet_xml.c, which bounds what it takes, includes Expat',
    /^expat/,
    /^firmware\/tables\/sheet_xml\.c$/,
  ),
  onlyIn(
    'devices-only-in-hal',
    'only hal/linux/ reaches devices',
    /^(linux\/(?!(?:audit|filter|sched|seccomp)\.h)|sys\/ioctl\.h|termios\.h|gpiod\.h)/,
    /^firmware\/hal\/linux\//,
  ),
  onlyIn(
    'calls-filtered-in-one-place',
    'only app/confine_filter.c knows how calls of the kernel are filtered',
    /^linux\/(?:audit|filter|sched|seccomp)\.h/,
    /^firmware\/app\/confine_filter\.c$/,
  ),
  onlyIn(
    'simulator-behind-one-seam',
    'product code does not know the simulator; only the composition root binds it',
    /(^|\/)sim\//,
    /^firmware\/(hal\/sim|app)\//,
  ),
  onlyIn(
    'handlers-call-core',
    'api/ includes nothing of the devices or the store: handlers call functions of core/',
    /^(hal|store)\//,
    /^firmware\/(?!api\/)/,
  ),
  lineRule({
    name: 'handlers-have-no-connection',
    holds: 'api/ hands its core on and does not look into it for the store',
    applies: (path) => /^firmware\/api\//.test(path),
    view: codeOnly,
    find: matching(/\bcore->(?:store|settings)\b/),
  }),
  lineRule({
    name: 'sql-only-in-store',
    holds: 'SQL text stands only in store/',
    applies: (path) => isC(path) && !path.startsWith('firmware/store/'),
    view: withoutComments,
    find: matching(
      /"\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+TABLE|PRAGMA\s)/,
    ),
  }),
  lineRule({
    name: 'forbidden-calls',
    holds: 'no unbounded, unchecked, shell or non-reentrant calls',
    ...code,
    find: matching(callOf([...unbounded, ...unchecked, ...shells, ...hazardous, ...shared])),
  }),
  lineRule({
    name: 'nobody-sleeps',
    holds: 'no thread sleeps; hal/clock_lock.h alone does, between two looks at a mutex',
    applies: (path) => isC(path) && path !== 'firmware/hal/clock_lock.h',
    view: codeOnly,
    find: matching(callOf(sleeping)),
  }),
  lineRule({
    name: 'scans-are-bounded',
    holds: 'a scan of text says how much it takes at most',
    applies: isC,
    view: withoutComments,
    find: matching(/\bsscanf\s*\(.*%\*?(?:l|h)*[s[]/),
  }),
  lineRule({
    name: 'time-and-chance-from-hal',
    holds:
      'only hal/ (and a log line or crash report for its time) reads clocks and draws random numbers; others are given them',
    applies: (path) => isC(path) && !/^firmware\/(hal\/|util\/log\.c$|app\/crash\.c$)/.test(path),
    view: codeOnly,
    find: matching(callOf([...clocks, ...random])),
  }),
  lineRule({
    name: 'no-test-hooks',
    holds: 'product code does not know whether it is being tested',
    ...code,
    find: matching(/^\s*#\s*(?:if|elif|ifdef|ifndef)\b.*\b(?:UNIT_)?TEST(?:ING|S)?\b/),
  }),
];
