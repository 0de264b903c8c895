/**
 * The bundle: index.html, one script, one style sheet, a chunk a route and a chunk a language, all with hashed names
 * below assets/. First load is index.html, boot, style, script and one language: five requests. The script is the
 * sign-in page; the console is fetched when somebody signs in.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { KNOCK_PATH, KNOCK_TEXT } from '../lib/move/knockWords.ts';
import { overBudget } from './budget.ts';
import { checkSources } from './check.ts';
import {
  brandFolder,
  CONSOLE_TEXTS,
  keysModule,
  LOCALES,
  localeModule,
  OTHER_TEXTS,
  otherTextsModule,
  svgAddress,
} from './generate.ts';
import { generated } from './generated.ts';
import { gzip } from './gzip.ts';
import { type Catalogue, ofConsole, readCatalogues, SOURCE_LANGUAGE } from './messages.ts';
import { UP } from './up.ts';
import { scan, type Usage } from './usage.ts';

const WEB = 'web';
const MAIN = 'web/app/main.tsx';
const CONSOLE = 'web/app/Console.tsx';
const KIT = 'web/app/pageKit.ts';
/** Styles of features that stand around the user list; those of all others come with their pages. */
const LIST_STYLES = ['web/features/users/users.css', 'web/features/events/events.css'];
const BOOT = 'web/app/boot.ts';
const KNOCK = 'web/lib/move/knockWorker.ts';
const PAGE = 'web/index.html';
/** Folder of the files of /up, and its address. */
const UP_FOLDER = 'up';

export interface BundleOptions {
  brand: string;
  out: string;
  gen: string;
}

export interface Sizes {
  brand: string;
  files: { name: string; bytes: number; gzip: number }[];
  gzip: number;
  /** Packages of node_modules that are inside; their licences ship with the console. */
  packages: string[];
  firstLoad: { files: string[]; requests: number; bytes: number; gzip: number };
  /** Files fetched between signing in and the user list, and their bytes after gzip. */
  listFiles: string[];
  list: number;
  /** After gzip: /up with its texts; of the console all that is no text of a language, and the texts of each. */
  up: number;
  code: number;
  languages: Record<string, number>;
}

const common: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  legalComments: 'none',
  charset: 'utf8',
  target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'silent',
};

export async function bundle({ brand, out, gen }: BundleOptions): Promise<Sizes> {
  const whole = readCatalogues(LOCALES);
  checkSources(whole);
  const catalogues = whole.map(ofConsole);
  const sheets = styleSheets(brand);
  const style = await buildStyle('style', sheets.first, out);
  const consoleStyle = await buildStyle('console', sheets.console, out);
  const pagesStyle = await buildStyle('pages', sheets.pages, out);
  const isFirst = isUsedBy(await sourcesOf(MAIN, { brand, out, gen }));
  const isConsole = isUsedBy(await sourcesOf(CONSOLE, { brand, out, gen }));
  const laterKeys = Object.keys(catalogues[0]?.messages ?? {}).filter((key) => !isFirst(key));
  const keys = {
    consoleKeys: laterKeys.filter(isConsole),
    otherKeys: laterKeys.filter((key) => !isConsole(key)),
  };
  const parts = catalogues.flatMap((catalogue) => partsOf(catalogue, isFirst, keys));
  const texts = await Promise.all(parts.map((part) => buildTexts(part, out)));
  const addresses = new Map(parts.map(({ name }, index) => [name, `/${only(texts[index], out)}`]));
  const knock = await buildWorker(KNOCK, out);
  const defined = {
    CONSOLE_STYLE: `/${only(consoleStyle, out)}`,
    PAGES_STYLE: `/${only(pagesStyle, out)}`,
    KNOCK_WORKER: `/${only(knock, out)}`,
  };
  const plugins = [keysOfTexts(keys), languagesApart(addresses)];
  const main = await buildMain({ brand, out, gen }, defined, plugins);
  const boot = await buildBoot(catalogues, addresses, out);
  const upStyle = await buildStyle('up', [`${UP}/up.css`, `${brandFolder(brand)}/brand.css`], out, UP_FOLDER);
  const upScript = await buildUp({ brand, out, gen });
  const results = [main, style, consoleStyle, pagesStyle, boot, knock, upStyle, upScript, ...texts];
  const files = new Map(results.flatMap((result) => filesOf(result, out)));
  const script = holderOf(main.metafile, MAIN, out);
  /* The entry itself only imports the chunk that holds everything; the page names that chunk at once. */
  for (const [path, output] of Object.entries(main.metafile?.outputs ?? {})) {
    if (output.entryPoint === MAIN && name(path, out) !== script) files.delete(name(path, out));
  }
  const names = {
    style: only(style, out),
    boot: only(boot, out),
    script,
    later: holderOf(main.metafile, CONSOLE, out),
  };
  files.set('index.html', Buffer.from(page(PAGE, brand, names)));
  const upNames = { style: only(upStyle, out), script: only(upScript, out) };
  files.set(`${UP_FOLDER}/index.html`, Buffer.from(page(`${UP}/index.html`, brand, upNames)));
  files.set(KNOCK_PATH.slice(1), Buffer.from(KNOCK_TEXT));
  const english = String(addresses.get(SOURCE_LANGUAGE)).slice(1);
  const first = ['index.html', names.boot, names.style, ...importsOf(main.metafile, script, out), english];
  const list = [
    ...importsOf(main.metafile, entryOf(main.metafile, CONSOLE, out), out).filter((file) => !first.includes(file)),
    only(consoleStyle, out),
    String(addresses.get(`${SOURCE_LANGUAGE}${CONSOLE_TEXTS}`)).slice(1),
  ];
  const textFiles = new Map(catalogues.map(({ language }) => [language, filesOfLanguage(language, addresses)]));
  const packed = new Map([...files].map(([file, data]) => [file, gzip(data)]));
  const sizes = { ...measure(brand, { files, packed }, first, list, textFiles), packages: packagesIn(results) };
  const over = overBudget(sizes);
  if (over.length > 0) throw new Error(`over the budget: ${over.join('; ')}`);
  write(out, { files, packed }, sizes);
  return sizes;
}

function buildMain(
  { brand, out, gen }: BundleOptions,
  defined: Readonly<Record<string, string>>,
  plugins: readonly Plugin[],
): Promise<BuildResult> {
  const constants = Object.entries(defined).map(([key, value]) => [key, JSON.stringify(value)]);
  const options = mainOptions(out, [...plugins, generated(brand, gen), pagesReachBase()]);
  return build({ ...options, define: { ...common.define, ...Object.fromEntries(constants) } });
}

function mainOptions(out: string, plugins: Plugin[]): BuildOptions {
  return {
    ...common,
    entryPoints: [MAIN],
    outdir: out,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    alias: {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'use-sync-external-store/shim': 'preact/compat',
      /* Its exports lead a bundler to the development build, with its warnings. */
      'react-router/dom': resolve('node_modules/react-router/dist/production/dom-export.mjs'),
      'react-router': resolve('node_modules/react-router/dist/production/index.mjs'),
    },
    plugins,
  };
}

/** A worker: a file of its own, without the page's content security policy. */
function buildWorker(entry: string, out: string): Promise<BuildResult> {
  return build({ ...common, entryPoints: [entry], outdir: out, entryNames: 'assets/[name]-[hash]', format: 'iife' });
}

/** Texts of a language that are fetched together. */
interface TextPart {
  /** Name of its generated module. */
  name: string;
  contents: string;
}

/** Keys of the texts of the console with the user list, and of those that come with the other pages. */
interface LaterKeys {
  consoleKeys: readonly string[];
  otherKeys: readonly string[];
}

/** What the sign-in page says, what the console says, and all else. */
function partsOf(
  { language, messages }: Catalogue,
  isFirst: (key: string) => boolean,
  { consoleKeys, otherKeys }: LaterKeys,
): TextPart[] {
  const first = Object.fromEntries(Object.entries(messages).filter(([key]) => isFirst(key)));
  return [
    { name: language, contents: localeModule(first) },
    { name: `${language}${CONSOLE_TEXTS}`, contents: textsModule(messages, consoleKeys) },
    { name: `${language}${OTHER_TEXTS}`, contents: textsModule(messages, otherKeys) },
  ];
}

/** Texts without their keys, which would be a third of each language. A plain text stands without its list. */
function textsModule(messages: Catalogue['messages'], keys: readonly string[]): string {
  const bare = (text: readonly unknown[] = []) => (text.length === 1 && typeof text[0] === 'string' ? text[0] : text);
  return otherTextsModule(keys.map((key) => bare(messages[key])));
}

/** The project's files that the entry reaches at once: what it imports on demand is left out. */
async function sourcesOf(entry: string, { brand, out, gen }: BundleOptions): Promise<string[]> {
  const later: Plugin = {
    name: 'later',
    setup(setup) {
      setup.onResolve({ filter: /./ }, ({ kind, path }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      );
    },
  };
  const result = await build({ ...mainOptions(out, [later, generated(brand, gen)]), entryPoints: [entry] });
  return Object.keys(result.metafile?.inputs ?? {}).filter((path) => path.startsWith(`${WEB}/`));
}

/** Whether the sources name a text by its key, or by how it begins. */
function isUsedBy(sources: readonly string[]): (key: string) => boolean {
  const usage: Usage = { literals: new Set(), prefixes: new Set(), calls: new Map() };
  for (const path of sources) scan(readFileSync(path, 'utf8'), path, usage);
  const prefixes = [...usage.prefixes].filter((prefix) => prefix.includes('.'));
  return (key) => usage.literals.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
}

/** A module of texts and nothing else, which the console imports by its address. */
function buildTexts({ name, contents }: TextPart, out: string): Promise<BuildResult> {
  return build({
    ...common,
    stdin: { contents, loader: 'ts' },
    outdir: out,
    entryNames: `assets/${name}-[hash]`,
    format: 'esm',
  });
}

/** The keys of the texts that come later, in the order of each language's texts. */
function keysOfTexts({ consoleKeys, otherKeys }: LaterKeys): Plugin {
  const contents: Readonly<Record<string, string>> = {
    '@gen/consoleKeys.ts': keysModule('consoleKeys', consoleKeys),
    '@gen/otherKeys.ts': keysModule('otherKeys', otherKeys),
  };
  return {
    name: 'keys-of-texts',
    setup(setup) {
      setup.onResolve({ filter: /^@gen\/(console|other)Keys\.ts$/ }, ({ path }) => ({ path, namespace: 'keys' }));
      setup.onLoad({ filter: /.*/, namespace: 'keys' }, ({ path }) => ({
        contents: contents[path] ?? '',
        loader: 'ts',
      }));
    },
  };
}

function languagesApart(languages: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'languages-apart',
    setup(setup) {
      setup.onResolve({ filter: /^\.\/locales\/[\w-]+\.ts$/ }, ({ path }) => {
        const address = languages.get(basename(path, '.ts'));
        return address === undefined ? undefined : { path: address, external: true };
      });
    },
  };
}

/**
 * esbuild puts what a page shares with others into a chunk for each combination of pages, and each chunk is a request.
 * When the console imports the entry and every page the console and the kit of pages, all that the entry reaches is one
 * combination, all that the console reaches another, and the kit a third: one chunk each. A page is known by who imports it on demand, wherever; esbuild asks in
 * no certain order, and some pages are a part of others too.
 */
function pagesReachBase(): Plugin {
  const pages = importedOnDemand();
  return {
    name: 'pages-reach-base',
    setup(setup) {
      setup.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, ({ path }) => {
        if (!pages.has(path)) return undefined;
        const bases = path === resolve(CONSOLE) ? [MAIN] : [CONSOLE, KIT];
        const imports = bases.map((base) => `import ${JSON.stringify(resolve(base))};`);
        const contents = `${imports.join('')}\n${readFileSync(path, 'utf8')}`;
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

/** Whole paths of the console's files that are fetched when they are needed. */
function importedOnDemand(): ReadonlySet<string> {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const found = files.flatMap((file) => {
    const path = join(WEB, file);
    const imports = readFileSync(path, 'utf8').matchAll(/\bimport\(\s*'(\.[^']+)'/g);
    return [...imports].map(([, to = '']) => resolve(dirname(path), to));
  });
  return new Set(found);
}

/** What the sign-in page needs, in order, what the console with the user list needs, and what the other pages do. */
function styleSheets(brand: string): { first: string[]; console: string[]; pages: string[] } {
  const kit = ['button', 'field', 'surface', 'overlay'].map((one) => `${WEB}/ui/${one}.css`);
  const tokens = [`${WEB}/ui/tokens.css`, `${brandFolder(brand)}/brand.css`, `${WEB}/ui/base.css`];
  const first = [...tokens, ...kit, `${WEB}/app/login.css`];
  const rest = ['ui', 'app', 'features'].flatMap((folder) => stylesBelow(join(WEB, folder)));
  const isOfPages = (path: string) => path.startsWith(`${WEB}/features/`) && !LIST_STYLES.includes(path);
  const later = rest.filter((path) => !first.includes(path));
  return { first, console: later.filter((path) => !isOfPages(path)), pages: later.filter(isOfPages) };
}

function buildStyle(entry: string, sheets: readonly string[], out: string, folder = 'assets'): Promise<BuildResult> {
  return build({
    ...common,
    stdin: { contents: sheets.map((path) => `@import "./${path}";`).join('\n'), loader: 'css', resolveDir: '.' },
    outdir: out,
    entryNames: `${folder}/${entry}-[hash]`,
  });
}

/** The script of /up: one file with its texts, of which nothing is the console's. */
function buildUp({ brand, out, gen }: BundleOptions): Promise<BuildResult> {
  return build({
    ...common,
    entryPoints: [`${UP}/main.ts`],
    outdir: out,
    entryNames: `${UP_FOLDER}/up-[hash]`,
    format: 'iife',
    plugins: [generated(brand, gen)],
  });
}

function stylesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .sort()
    .map((file) => join(folder, file));
}

/** The script that runs before the first paint knows the address and the direction of each language. */
function buildBoot(
  catalogues: readonly Catalogue[],
  addresses: ReadonlyMap<string, string>,
  out: string,
): Promise<BuildResult> {
  const languages = catalogues.map(({ language, direction }) => [language, [addresses.get(language), direction]]);
  return build({
    ...common,
    entryPoints: [BOOT],
    outdir: out,
    entryNames: 'assets/[name]-[hash]',
    format: 'iife',
    define: { ...common.define, LANGUAGES: JSON.stringify(Object.fromEntries(languages)) },
  });
}

/** `names`: files that the page at `path` names. */
function page(path: string, brand: string, names: Readonly<Record<string, string>>): string {
  const folder = brandFolder(brand);
  const { title } = JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')) as { title: string };
  const values: Record<string, string> = {
    title: title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    icon: svgAddress(join(folder, 'favicon.svg')),
    ...Object.fromEntries(Object.entries(names).map(([key, file]) => [key, `/${file}`])),
  };
  const html = readFileSync(path, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${path}: {{${key}}} is not known`);
    return value;
  });
  return html
    .replace(/<!--.*?-->\s*/gs, '')
    .replace(/>\s+</g, '><')
    .trim();
}

/** All parts of its texts. */
function filesOfLanguage(language: string, addresses: ReadonlyMap<string, string>): string[] {
  return [language, `${language}${CONSOLE_TEXTS}`, `${language}${OTHER_TEXTS}`].map((part) =>
    String(addresses.get(part)).slice(1),
  );
}

/** The files of the bundle by their names, and each after gzip. */
interface Contents {
  files: ReadonlyMap<string, Uint8Array>;
  packed: ReadonlyMap<string, Uint8Array>;
}

function measure(
  brand: string,
  { files, packed }: Contents,
  first: string[],
  listFiles: string[],
  textFiles: ReadonlyMap<string, readonly string[]>,
): Omit<Sizes, 'packages'> {
  const all = [...files].map(([file, data]) => ({
    name: file,
    bytes: data.length,
    gzip: packed.get(file)?.length ?? 0,
  }));
  const loaded = all.filter((file) => first.includes(file.name));
  const sum = (list: typeof all, key: 'bytes' | 'gzip') => list.reduce((total, file) => total + file[key], 0);
  const firstLoad = { files: first, requests: first.length, bytes: sum(loaded, 'bytes'), gzip: sum(loaded, 'gzip') };
  const gzipOf = (names: readonly string[]) =>
    sum(
      all.filter((file) => names.includes(file.name)),
      'gzip',
    );
  const languages = Object.fromEntries([...textFiles].map(([language, names]) => [language, gzipOf(names)]));
  const total = sum(all, 'gzip');
  const up = sum(
    all.filter((file) => file.name.startsWith(`${UP_FOLDER}/`)),
    'gzip',
  );
  const code = total - up - Object.values(languages).reduce((texts, one) => texts + one, 0);
  const list = gzipOf(listFiles);
  return {
    brand,
    files: all.sort((a, b) => a.name.localeCompare(b.name)),
    gzip: total,
    firstLoad,
    listFiles,
    list,
    up,
    code,
    languages,
  };
}

function packagesIn(results: readonly BuildResult[]): string[] {
  const outputs = results.flatMap((result) => Object.values(result.metafile?.outputs ?? {}));
  const used = outputs.flatMap(({ inputs }) => Object.entries(inputs).filter(([, input]) => input.bytesInOutput > 0));
  const names = used.map(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names)].filter((found) => found !== undefined).sort();
}

/** `NAME.gz` beside each file is how it is served. */
function write(out: string, { files, packed }: Contents, sizes: Sizes): void {
  if (existsSync(out) && readdirSync(out).length > 0) {
    if (!existsSync(join(out, 'sizes.json'))) throw new Error(`${out} is not empty and no earlier bundle`);
    rmSync(out, { recursive: true });
  }
  for (const [file, data] of files) {
    mkdirSync(dirname(join(out, file)), { recursive: true });
    writeFileSync(join(out, file), data);
    writeFileSync(join(out, `${file}.gz`), packed.get(file) ?? '');
  }
  writeFileSync(join(out, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
}

function filesOf(result: BuildResult, out: string): [string, Uint8Array][] {
  return (result.outputFiles ?? []).map((file) => [name(file.path, out), file.contents]);
}

/** A script and all that it imports at once, and they in turn. */
function importsOf(metafile: Metafile | undefined, script: string, out: string, found: string[] = []): string[] {
  if (found.includes(script)) return found;
  found.push(script);
  const output = Object.entries(metafile?.outputs ?? {}).find(([path]) => name(path, out) === script)?.[1];
  for (const { kind, path } of output?.imports ?? []) {
    if (kind === 'import-statement') importsOf(metafile, name(path, out), out, found);
  }
  return found;
}

/** The output that an import of this input on demand fetches. */
function entryOf(metafile: Metafile | undefined, input: string, out: string): string {
  const found = Object.entries(metafile?.outputs ?? {}).find(([, output]) => output.entryPoint === input);
  if (!found) throw new Error(`${input} is no entry`);
  return name(found[0], out);
}

function holderOf(metafile: Metafile | undefined, input: string, out: string): string {
  const found = Object.entries(metafile?.outputs ?? {}).find(
    ([, output]) => (output.inputs[input]?.bytesInOutput ?? 0) > 0,
  );
  if (!found) throw new Error(`${input} is in no chunk`);
  return name(found[0], out);
}

function only(result: BuildResult | undefined, out: string): string {
  const path = result?.outputFiles?.[0]?.path;
  if (path === undefined || result?.outputFiles?.length !== 1) throw new Error('expected one output file');
  return name(path, out);
}

function name(path: string, out: string): string {
  return relative(resolve(out), resolve(path)).replaceAll('\\', '/');
}
