import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missedBudgets, overBudget } from '../../../web/bundler/budget.ts';
import { bundle, type Sizes } from '../../../web/bundler/bundle.ts';
import { brandModule, generate, messagesModule, minifySvg } from '../../../web/bundler/generate.ts';
import { argumentsOf, FILE_PREFIX, readCatalogues, SCREEN_PREFIX, UP_PREFIX } from '../../../web/bundler/messages.ts';
import { checkSettings, settingWords } from '../../../web/bundler/settings.ts';
import { checkErrors, checkIcons, checkUsage, readUsage, scan, type Usage } from '../../../web/bundler/usage.ts';
import { parseLiteral } from '../../../web/lib/api/literal.ts';
import { KNOCK_PATH } from '../../../web/lib/move/knockWords.ts';
import { unpackKeys } from '../../../web/lib/textKeys.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-web-'));
afterAll(() => rmSync(folder, { recursive: true }));

const language = { 'language.name': 'X', 'language.direction': 'ltr' };
let locales = '';
const put = (name: string, messages: Record<string, unknown> | string) =>
  writeFileSync(join(locales, `${name}.json`), typeof messages === 'string' ? messages : JSON.stringify(messages));
const problems = (): string => {
  try {
    readCatalogues(locales);
    return '';
  } catch (error) {
    return String(error);
  }
};

beforeEach(() => {
  locales = mkdtempSync(join(folder, 'locales-'));
});

describe('catalogues', () => {
  const text = { ...language, a: 'One', b: '{count, plural, one {# user} other {# users}} of {name}' };

  it('are read with the source language first, and a further one is one file', () => {
    put('en', text);
    put('ar', { ...text, b: '{count, plural, zero {a} one {a} two {a} few {a} many {a} other {#}} {name}' });
    put('de', text);
    expect(readCatalogues(locales).map((one) => one.language)).toEqual(['en', 'ar', 'de']);
  });

  it.each([
    ['a missing key', { ...language, b: text.b }, 'xx.json: a is missing'],
    ['a stale key', { ...text, c: 'x' }, 'xx.json: c is stale'],
    ['an empty text', { ...text, a: ' ' }, 'xx.json: a has no text'],
    ['a text that is none', { ...text, a: 1 }, 'xx.json: a has no text'],
    ['other arguments', { ...text, b: '{count, plural, one {# x} other {# y}}' }, 'xx.json: b uses the arguments'],
    ['broken ICU syntax', { ...text, a: 'One {a' }, 'xx.json: a: Unexpected message end'],
    ['a stray brace', { ...text, a: 'One {' }, 'xx.json: a: stray brace'],
    ['an unknown format', { ...text, a: '{a, foo}' }, 'xx.json: a: {a} has the unknown format foo'],
    ['a plural without other', { ...text, a: '{a, plural, one {x}}' }, 'xx.json: a: {a} has no case «other»'],
    ['no name', { ...text, 'language.name': undefined }, 'language.name'],
    ['a direction that is none', { ...text, 'language.direction': 'up' }, 'language.direction must be ltr or rtl'],
  ])('%s is refused', (_, other, message) => {
    put('en', text);
    put('xx', other);
    expect(problems()).toContain(message);
  });

  it('a plural form that the language has and the text has not is refused', () => {
    put('en', text);
    put('ar', text);
    expect(problems()).toContain('ar.json: b lacks the plural form(s) zero, two, few, many');
  });

  it('a key twice is refused, which JSON would hide', () => {
    put('en', '{\n"language.name": "E",\n"language.direction": "ltr",\n"a": "1",\n"a": "2"\n}');
    expect(problems()).toContain('en.json: a stands there twice');
  });

  it('without the source language are refused', () => {
    put('de', text);
    expect(problems()).toContain('en.json is not there');
  });

  it('give the types of keys and arguments', () => {
    put('en', text);
    const catalogues = readCatalogues(locales);
    expect(argumentsOf(catalogues[0]?.messages['b'] ?? [])).toEqual({ count: 'number', name: 'text' });
    const module = messagesModule(catalogues);
    expect(module).toContain('"a": null;');
    expect(module).toContain('"b": { count: number; name: string | number };');
    expect(module).toContain('{ code: "en", name: "X", direction: "ltr" },');
  });
});

describe('use of texts', () => {
  const usageOf = (source: string): Usage => {
    const usage: Usage = { literals: new Set(), prefixes: new Set(), calls: new Map() };
    scan(source, 'x.tsx', usage);
    return usage;
  };

  it('a key that is used has a text', () => {
    expect(checkUsage(['a.b'], usageOf("t('a.b'); t('a.c');"))).toEqual(["x.tsx: t('a.c') has no text"]);
  });

  it('a text is used: as a literal or by the beginning of a template, not by a comment', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    const source = "// browser's 'd.e'\nconst x = { title: 'a.b' }; /* 'd.f' */ t(`theme.${name}`); <p>it's</p>;";
    expect(checkUsage(['a.b', 'theme.dark', 'd.e', 'd.f', 'error.1'], usageOf(source))).toEqual([
      'd.e is stale: nothing uses it',
      'd.f is stale: nothing uses it',
    ]);
  });

  it('errors have the text of the contract, and only its codes have one', () => {
    const file = join(folder, 'errors.json');
    writeFileSync(file, JSON.stringify({ errors: { a: { code: 1, text: 'A' }, b: { code: 2, text: 'B' } } }));
    expect(checkErrors(file, { 'error.1': 'A', 'error.2': 'B', other: 'x' })).toEqual([]);
    expect(checkErrors(file, { 'error.1': 'X', 'error.3': 'C' })).toEqual([
      'error.1 says «X», the contract says «A»',
      'error.2 is missing: «B»',
      'error.3 is stale: not in the error catalogue',
    ]);
    const helped = { 'error.1': 'A', 'error.1.help': 'Do this', 'error.2': 'B' };
    expect(checkErrors(file, helped)).toEqual([]);
    expect(checkErrors(file, { ...helped, 'error.3.help': 'Do that' })).toEqual([
      'error.3.help is stale: not in the error catalogue',
    ]);
  });

  it('an icon that nothing names is refused', () => {
    expect(checkIcons(['check', 'close'], usageOf('<Icon name="check" />;'))).toEqual([
      'icon close is stale: nothing uses it',
    ]);
  });

  it('sources are read below a folder, the list of icons is not', () => {
    const sources = join(folder, 'sources');
    mkdirSync(join(sources, 'ui'), { recursive: true });
    writeFileSync(join(sources, 'ui', 'a.tsx'), "t('a.b');");
    writeFileSync(join(sources, 'ui', 'icons.ts'), "const x = 'a.c';");
    expect([...readUsage(sources).literals]).toEqual(['a.b']);
  });
});

describe('words of settings', () => {
  const words = settingWords([
    { enums: { Mode: { values: ['off', 'on'] }, Phase: { values: ['idle'] }, Language: {} } },
    { pairs: { Door: { settings: { mode: { enum: 'Mode' }, parts: { of: { enum: 'Language' } }, delay: {} } } } },
  ]);
  const all = ['setting.Door.mode', 'setting.Door.parts', 'setting.Door.delay', 'enum.Mode.off', 'enum.Mode.on'];

  it('are demanded for each setting and each value that is declared', () => {
    expect(checkSettings([...all, 'other.key'], words)).toEqual([]);
    expect(checkSettings(all.slice(1, -1), words)).toEqual([
      'setting.Door.mode is missing: the contract has it',
      'enum.Mode.on is missing: the contract has it',
    ]);
  });

  it('may have a help, and words for what only states use', () => {
    expect(checkSettings([...all, 'setting.Door.delay.help', 'enum.Phase.idle'], words)).toEqual([]);
  });

  it('are stale when the contract has nothing of the name', () => {
    const stale = ['setting.Door.gone', 'setting.Gate.mode', 'enum.Mode.maybe', 'setting.Gate.mode.help'];
    expect(checkSettings([...all, ...stale], words)).toEqual(
      stale.map((key) => `${key} is stale: not in the contract`),
    );
  });
});

describe('brands', () => {
  it('are folders with a name, a title and a copyright line, and a logo', () => {
    for (const brand of readdirSync('web/brands')) {
      expect(brandModule(join('web/brands', brand))).toMatch(/"logo": "data:image\/svg\+xml,%3Csvg /);
    }
    expect(() => generate('../ui', folder)).toThrow('there is no brand ../ui');
    expect(minifySvg('<svg>\n  <!-- x -->\n  <path\n d="M1 2"/>\n</svg>\n')).toBe('<svg><path d="M1 2"/></svg>');
  });
});

describe('the budgets', () => {
  const most = {
    firstLoad: { requests: 5, gzip: 60_000 },
    list: 80_000,
    up: 15_000,
    code: 340_000,
    languages: { en: 45_056, ar: 45_056 },
  };

  it('are kept at their limits', () => expect(overBudget(most)).toEqual([]));

  it('says which are missed though the build goes on', () => {
    const kept = { ...most, code: 310_000, languages: { en: 37_888 } };
    expect(missedBudgets(kept)).toEqual([]);
    expect(missedBudgets({ ...kept, code: 310_001 })).toEqual(['310001 bytes of code and styles, budget 310000']);
    expect(missedBudgets({ ...kept, languages: { en: 1, ar: 37_889 } })).toEqual([
      '37889 bytes of a language, budget 37888',
    ]);
  });

  it.each([
    ['6 requests of the first load', { firstLoad: { requests: 6, gzip: 60_000 } }],
    ['60001 bytes of the first load', { firstLoad: { requests: 5, gzip: 60_001 } }],
    ['80001 bytes between signing in and the user list', { list: 80_001 }],
    ['15001 bytes of /up', { up: 15_001 }],
    ['340001 bytes of code and styles', { code: 340_001 }],
    ['45057 bytes of ar', { languages: { en: 45_056, ar: 45_057 } }],
  ])('%s are too many', (text, change) => {
    expect(overBudget({ ...most, ...change })).toEqual([expect.stringContaining(text)]);
  });
});

describe.each(['postern', 'meridian'])('the bundle of %s', (brand) => {
  const out = join(folder, brand);
  let sizes: Sizes;
  const read = (name: string) => readFileSync(join(out, name), 'utf8');

  beforeAll(async () => {
    sizes = await bundle({ brand, out, gen: 'build/gen/ts' });
  });

  it('is within its budgets, and counts every file once', () => {
    expect(sizes.firstLoad.requests).toBeLessThanOrEqual(5);
    expect(sizes.firstLoad.gzip).toBeLessThanOrEqual(60_000);
    expect(sizes.list).toBeGreaterThan(5000);
    expect(sizes.list).toBeLessThanOrEqual(80_000);
    expect(sizes.up).toBeLessThanOrEqual(15_000);
    expect(sizes.code).toBeLessThanOrEqual(340_000);
    expect(Object.keys(sizes.languages).sort()).toEqual(['ar', 'en', 'es']);
    for (const bytes of Object.values(sizes.languages)) {
      expect(bytes).toBeGreaterThan(5000);
      expect(bytes).toBeLessThanOrEqual(45_056);
    }
    const languages = Object.values(sizes.languages).reduce((sum, octets) => sum + octets, 0);
    expect(sizes.code + sizes.up + languages).toBe(sizes.files.reduce((sum, { gzip }) => sum + gzip, 0));
  });

  it('asks for nothing at another host, has nothing inline and evaluates nothing', () => {
    const page = read('index.html');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i);
    expect(page.replace(/data:image\/svg\+xml,[^"]*/, '')).not.toMatch(/https?:|\/\//);
    for (const { name } of sizes.files.filter((file) => file.name.endsWith('.js'))) {
      expect(read(name)).not.toMatch(/\beval\(|new Function\(/);
    }
    for (const { name } of sizes.files.filter((file) => file.name.endsWith('.css'))) {
      expect(read(name)).not.toMatch(/url\((?!["']?data:)/);
    }
  });

  it('names every file by its content but the page and what other pages ask for', () => {
    const names = sizes.files
      .map(({ name }) => name)
      .filter((name) => !['index.html', 'up/index.html'].includes(name) && `/${name}` !== KNOCK_PATH);
    expect(names.every((name) => /^(assets|up)\/[\w-]+-[A-Z0-9]{8}\.(js|css)$/.test(name))).toBe(true);
  });

  it('refers only to files that are there', () => {
    const there = new Set(sizes.files.map(({ name }) => `/${name}`));
    const named = sizes.files.flatMap(({ name }) => [...read(name).matchAll(/["'](\/(?:assets|up)\/[^"']+)["']/g)]);
    expect(named.length).toBeGreaterThan(5);
    expect(named.map((match) => match[1]).filter((path) => !there.has(path ?? ''))).toEqual([]);
  });

  it('has /up as three files of its own, which name nothing of the console and hold no React', () => {
    const own = sizes.files.map(({ name }) => name).filter((name) => name.startsWith('up/'));
    expect(own).toHaveLength(3);
    const octets = sizes.files.filter(({ name }) => own.includes(name)).reduce((sum, { gzip }) => sum + gzip, 0);
    expect(octets).toBe(sizes.up);
    for (const name of own) expect(read(name)).not.toMatch(/\/assets\/|preact|serviceWorker/);
    const page = read('up/index.html');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i);
    expect(page).toMatch(/<script src="\/up\/up-[A-Z0-9]{8}\.js" defer>/);
  });

  it('has a chunk for each language and each page, and no licence or source of development inside', () => {
    const names = sizes.files.map(({ name }) => name).join(' ');
    for (const chunk of ['en', 'es', 'ar', 'RolesPage', 'AddUserPage', 'EditUserRoute', 'IdentifyPage']) {
      expect(names).toContain(`assets/${chunk}-`);
    }
    expect(sizes.packages).not.toContain('react');
  });

  const consoleScript = () => /name="console" content="\/([^"]+)"/.exec(read('index.html'))?.[1] ?? '';

  it('has the console and the page that it starts on in one script, which the page names', () => {
    const script = read(consoleScript());
    expect(script).toContain('/user/userList');
    expect(script).toContain('className:"user-who"');
    expect(sizes.firstLoad.files).not.toContain(consoleScript());
  });

  it('brings nothing to the user list that other pages need', () => {
    const { listFiles } = sizes;
    expect(listFiles).toContain(consoleScript());
    expect(listFiles.filter((file) => sizes.firstLoad.files.includes(file))).toEqual([]);
    const others = ['/goform/SetCommMode', '/goform/GetEthernet', '/goform/GetReportFormInfo', '.report-'];
    const foundIn = (names: readonly string[]) => {
      const text = names.map(read).join('\n');
      return others.filter((other) => text.includes(other));
    };
    expect(foundIn(listFiles)).toEqual([]);
    expect(foundIn(sizes.files.map(({ name }) => name))).toEqual(others);
  });

  it('has the styles of all that the user list shows before those of the other pages come', () => {
    const sheet = (name: RegExp) => read(sizes.files.find((file) => name.test(file.name))?.name ?? '');
    /* Those with a hyphen: a plain word may be a word of the contract as well. */
    const classesOf = (css: string) => [...css.matchAll(/\.([a-z]\w*-[\w-]*)/g)].map((match) => match[1] ?? '');
    const there = new Set([/^assets\/style-/, /^assets\/console-/].flatMap((name) => classesOf(sheet(name))));
    const later = classesOf(sheet(/^assets\/pages-.*\.css$/)).filter((one) => !there.has(one));
    expect(later.length).toBeGreaterThan(100);
    const named = new Set(read(consoleScript()).match(/(?<=["'` }])[a-z][\w-]*(?=["'` $])/g));
    expect(named).toContain('user-who');
    expect(later.filter((one) => named.has(one))).toEqual([]);
  });

  it('is the same each time it is made', async () => {
    const again = await bundle({ brand, out: join(folder, `${brand}-again`), gen: 'build/gen/ts' });
    expect(again).toEqual(sizes);
  });

  it('parts the texts: those of the sign-in page, of the console, and all others', () => {
    const chunk = (name: RegExp) => read(sizes.files.find((file) => name.test(file.name))?.name ?? '');
    const keysOf = (text: string, key: RegExp) => [...text.matchAll(key)].map((match) => match[1]);
    const first = keysOf(chunk(/^assets\/es-[A-Z0-9]+\.js$/), /"([\w.-]+)":\[/g);
    const keysIn = (script: string) => unpackKeys(/`(0[\w./-]+(?:\n[\w./ -]+){50,})`/.exec(script)?.[1] ?? '');
    const console = keysIn(read(consoleScript()));
    const other = keysIn(chunk(/^assets\/otherKeys-/));
    const count = (part: RegExp) => parseLiteral(/^var \w+=(\[.*\]);export/.exec(chunk(part))?.[1] ?? '');
    expect(count(/^assets\/es-console-/)).toHaveLength(console.length);
    expect(count(/^assets\/es-other-/)).toHaveLength(other.length);
    expect(first).toEqual(expect.arrayContaining(['login.title', 'login.submit', 'error.40302', 'app.noConnection']));
    expect(other).toEqual(expect.arrayContaining(['users.saved']));
    expect(console).toEqual(expect.arrayContaining(['password.title', 'page.userList']));
    const catalogue = Object.keys(JSON.parse(readFileSync('web/locales/es.json', 'utf8'))).filter(
      (key) => ![SCREEN_PREFIX, UP_PREFIX, FILE_PREFIX].some((prefix) => key.startsWith(prefix)),
    );
    expect([...first, ...console, ...other].sort()).toEqual(
      catalogue.filter((key) => !['language.name', 'language.direction'].includes(key)).sort(),
    );
    /* Every error is among them, those of rows of an import as well: the bytes have their own budget (web/bundler/budget.ts). */
    expect(first.length).toBeLessThan(280);
  });

  it('is chosen by its folder: title and copyright', () => {
    const { title, copyright } = JSON.parse(readFileSync(`web/brands/${brand}/brand.json`, 'utf8'));
    expect(read('index.html')).toContain(`<title>${title}</title>`);
    const scripts = sizes.files.filter((file) => file.name.endsWith('.js')).map(({ name }) => read(name));
    expect(scripts.some((script) => script.includes(copyright))).toBe(true);
  });

  it('never writes over a folder that is no bundle', async () => {
    const other = mkdtempSync(join(folder, 'other-'));
    writeFileSync(join(other, 'precious'), '');
    await expect(bundle({ brand, out: other, gen: 'build/gen/ts' })).rejects.toThrow('is not empty');
    expect(readdirSync(other)).toEqual(['precious']);
  });
});
