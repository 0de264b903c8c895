// What a screen is measured by: axe-core's rules, overflow, the size of what is to be pressed.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, one line each: by all its rules, or by those that colours alone decide. */
export async function violations(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  const only = rules === 'all' ? '' : ", runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }";
  // Evaluated, not added as a script: the content security policy of the page stays as it is. Once a page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations']${only} }).then((result) => result.violations.flatMap((violation) =>
      violation.nodes.map((node) => violation.id + ': ' + node.target.join(' ') + ' – ' +
        (node.failureSummary ?? '').split('\\n').slice(1).join(' ').trim())))`,
  );
  return found as string[];
}

/** By both schemes: every rule in light; in dark, where the page is the same but for its colours, those about colours. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await violations(page, 'all');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await violations(page, 'colours');
  return [...light.map((line) => `light ${line}`), ...dark.map((line) => `dark ${line}`)];
}

/** How many pixels the page is wider than the window. A phone's browser widens the window to a page that is. */
export function overflow(page: Page): Promise<number> {
  const asked = page.viewportSize()?.width ?? Number.POSITIVE_INFINITY;
  return page.evaluate((width) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - Math.min(width, clientWidth);
  }, asked);
}

/**
 * What is cut off at the edges of the window, with where it lies: what a card clips makes no page wider, and cannot be
 * read either. What scrolls by itself, or ends with an ellipsis, may go on.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const goesOn = (element: Element): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis';
    };
    const width = document.documentElement.clientWidth;
    const cut: string[] = [];
    const scope = document.querySelector('dialog[open]:modal') ?? document.body;
    for (const element of scope.querySelectorAll('*:not(svg *)')) {
      const { left, right } = element.getBoundingClientRect();
      if (left === right || (left >= -0.5 && right <= width + 0.5)) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.skip, .visually-hidden') !== null) continue;
      let around = element.parentElement;
      while (around !== null && !goesOn(around)) around = around.parentElement;
      if (around === null) cut.push(`${element.tagName}.${element.className} ${left}–${right}`);
    }
    return cut;
  });
}

/** Things to press that are under 44 × 44 px, with the size. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    const scope = document.querySelector('dialog[open]:modal') ?? document.body;
    for (const element of scope.querySelectorAll('button, a[href], input, select, [role="menuitem"]')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.skip, .visually-hidden') !== null) continue;
      // A label is pressed for its control; a control fills its box but for the hairlines around it.
      const own = element.getBoundingClientRect();
      const area = element.closest('label')?.getBoundingClientRect() ?? own;
      const hairlines = element.closest('.box, .chip') === null ? 0 : 2;
      const width = Math.max(area.width, own.width) + hairlines;
      const height = Math.max(area.height, own.height) + hairlines;
      if (width >= 43.5 && height >= 43.5) continue;
      const name = (
        element.getAttribute('aria-label') ??
        element.getAttribute('name') ??
        element.textContent ??
        ''
      ).trim();
      small.push(`${element.tagName} «${name.slice(0, 40)}» ${Math.round(width)}×${Math.round(height)}`);
    }
    return small;
  });
}

/**
 * Words that are broken by letter although they would fit a line of a small phone: what they stand in was squeezed. Longer ones
 * (an address, a fingerprint) may be broken where they have to.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fits = 200;
    const broken: string[] = [];
    const scope = document.querySelector('dialog[open]:modal') ?? document.body;
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const around = node.parentElement;
      if (around === null || !around.checkVisibility({ visibilityProperty: true })) continue;
      if (around.closest('.skip, .visually-hidden, .mono, svg, select, textarea') !== null) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}]{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        const width = boxes.reduce((sum, box) => sum + box.width, 0);
        if (lines.size > 1 && width < fits) broken.push(`${word} in ${around.tagName}.${around.className}`);
      }
    }
    return broken;
  });
}

/** Names of which a part is not seen, without the dots that say so: those are drawn by the block that a name stands in, not by one around it. */
export function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const scope = document.querySelector('dialog[open]:modal') ?? document.body;
    for (const name of scope.querySelectorAll('bdi')) {
      if (!name.checkVisibility({ visibilityProperty: true }) || name.closest('.visually-hidden') !== null) continue;
      let block: Element | null = name;
      while (block !== null && getComputedStyle(block).display === 'inline') block = block.parentElement;
      let clip: Element | null = name;
      while (clip !== null && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement;
      if (clip === null || clip === block || getComputedStyle(clip).overflowX === 'auto') continue;
      const [text, edge] = [name.getBoundingClientRect(), clip.getBoundingClientRect()];
      if (text.left < edge.left - 1 || text.right > edge.right + 1) cut.push(name.textContent ?? '');
    }
    return cut;
  });
}
