// Rules of web/ (and of the panel's page where they apply).

import { posix } from 'node:path';
import { type Finding, lineRule, matching, type Rule } from './rule.ts';
import { importsOf } from './text.ts';
import type { Tree } from './tree.ts';

const isWebCode = (path: string): boolean => /^web\/.*\.tsx?$/.test(path);
const isPage = (path: string): boolean => /^(web|tools\/panel\/page)\/.*\.(tsx?|html)$/.test(path);
const isCss = (path: string): boolean => /^(web|tools\/panel)\/.*\.css$/.test(path);

const rank: Readonly<Record<string, number>> = { lib: 0, ui: 1, features: 2, app: 3 };

/** Folders below web/ that an import leads to; undefined for packages, generated code and what lies outside. */
function target(path: string, from: string): readonly string[] | undefined {
  if (!from.startsWith('.')) return undefined;
  const parts = posix.normalize(posix.join(posix.dirname(path), from)).split('/');
  return parts[0] === 'web' ? parts.slice(1) : undefined;
}

function complaint(path: string, from: string): string | undefined {
  const to = target(path, from);
  const [, own = '', feature = ''] = path.split('/');
  const ownRank = rank[own];
  if (to === undefined || ownRank === undefined) return undefined;
  const [layer = '', otherFeature = ''] = to;
  const otherRank = rank[layer];
  if (otherRank === undefined) return layer === 'locales' || layer === 'brands' ? undefined : `${own} imports ${from}`;
  if (otherRank > ownRank) return `${own} imports ${from}`;
  const acrossFeatures = own === 'features' && layer === 'features' && feature !== otherFeature;
  return acrossFeatures ? `feature ${feature} imports feature ${otherFeature}` : undefined;
}

function direction(tree: Tree): Finding[] {
  return tree.paths.filter(isWebCode).flatMap((path) =>
    importsOf(tree.read(path)).flatMap(({ line, from }) => {
      const text = complaint(path, from);
      return text === undefined ? [] : [{ path, line, text }];
    }),
  );
}

/** One name: a feature, its tests and the group of calls that it shows. */
function featureWords(tree: Tree): Finding[] {
  const known = new Set(tree.paths);
  const seen = new Set<string>();
  return tree.paths.flatMap((path) => {
    const [, folder = '', feature = ''] = /^((?:test\/)?web\/features\/([^/]+))\//.exec(path) ?? [];
    if (folder === '' || seen.has(folder)) return [];
    seen.add(folder);
    const named = known.has(`firmware/api/spec/${feature}.json`);
    return named ? [] : [{ path: folder, line: 0, text: `${feature} is no group of firmware/api/spec` }];
  });
}

/** Maximum number of files directly in a feature, or in one of its subfolders. */
const SHELF_MAX = 25;

/** A folder that is easy to survey. */
function shelves(tree: Tree): Finding[] {
  const counts = new Map<string, number>();
  for (const path of tree.paths) {
    const folder = posix.dirname(path);
    if (/^web\/features\//.test(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > SHELF_MAX)
    .map(([path, count]) => ({ path, line: 0, text: `${count} files, more than ${SHELF_MAX}` }));
}

const markup = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'document\\.write'];

/** The target is an address that has just responded. */
const loadsPages = new Set(['web/lib/reload.ts', 'web/features/network/move/MoveHost.tsx']);

export const webRules: readonly Rule[] = [
  {
    name: 'web-direction',
    holds: 'imports run lib <- ui <- features <- app, and no feature imports another',
    check: direction,
  },
  {
    name: 'web-feature-words',
    holds: 'a feature and its tests bear the name of a group of the contract',
    check: featureWords,
  },
  {
    name: 'web-shelves',
    holds: `no more than ${SHELF_MAX} files lie flat in a feature of the console, or on one of its shelves`,
    check: shelves,
  },
  lineRule({
    name: 'web-evaluates-nothing',
    holds: 'text never becomes code or markup',
    applies: isPage,
    find: matching(new RegExp(`\\beval\\s*\\(|\\bnew Function\\b|\\b(?:${markup.join('|')})\\b|javascript:`)),
  }),
  lineRule({
    name: 'web-inline-nothing',
    holds: 'pages have no inline script or style, which the content security policy refuses',
    applies: (path) => /^(web|tools\/panel)\/.*\.html$/.test(path),
    find: matching(/<script(?![^>]*\bsrc=)[^>]*>|<style\b|\sstyle=|\son[a-z]+=/i),
  }),
  lineRule({
    name: 'web-asks-before-it-loads',
    holds: 'pages are loaded anew through web/lib/reload.ts, which asks the terminal first',
    applies: (path) => isWebCode(path) && !loadsPages.has(path),
    find: matching(/\blocation\.(?:reload|assign|replace)\s*\(|\blocation\.href\s*=[^=]/),
  }),
  lineRule({
    name: 'web-names-no-host',
    holds: 'the console loads from and speaks to its own terminal alone',
    applies: (path) => isPage(path) || isCss(path),
    find: (line) => {
      const url = /https?:\/\/[\w.-]+/.exec(line)?.[0];
      return url === undefined || /\/\/www\.w3\.org$|\.invalid$/.test(url) ? undefined : url;
    },
  }),
  lineRule({
    name: 'css-is-logical',
    holds: 'style sheets use logical properties, so that pages mirror for right-to-left languages',
    applies: isCss,
    find: matching(
      /(?:margin|padding)-(?:left|right)\s*:|border-(?:(?:top|bottom)-)?(?:left|right)(?:-[a-z]+)?\s*:|text-align\s*:\s*(?:left|right)|float\s*:|^\s*(?:left|right)\s*:/,
    ),
  }),
];
