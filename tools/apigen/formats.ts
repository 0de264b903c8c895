/* Named formats of text: each declaration is tested with its own examples against the check in TypeScript. */

import type { Context } from './context.ts';
import { longestExample, shortestExample } from './examples.ts';
import { type ParsedFile, pointerTo } from './json.ts';
import type { FormatEntry } from './model.ts';
import type { FormatsFile } from './raw.ts';
import { fitsFormat, hasLines, isFormat } from './runtime/formats.ts';

/** Module of the checks that the console uses. */
const checks = 'tools/apigen/runtime/formats.ts';

type Report = Context['report'];
type ReportIn = (member: readonly (string | number)[], text: string) => void;

/** The formats in the order of their file. */
export function resolveFormats(parsed: ParsedFile, raw: FormatsFile, report: Report): FormatEntry[] {
  return Object.entries(raw.formats).flatMap(([name, declared]): FormatEntry[] => {
    const reportIn: ReportIn = (member, text) => {
      const pointer = ['formats', name, ...member].reduce<string>(pointerTo, '');
      report({ file: parsed.file, line: parsed.lineOf(pointer) }, `format '${name}': ${text}`);
    };
    if (!isFormat(name)) {
      reportIn([], `${checks} has no check of it`);
      return [];
    }
    const format: FormatEntry = { lines: false, fill: 'a', fillMax: Number.POSITIVE_INFINITY, ...declared, name };
    if (format.lines !== hasLines(name)) {
      reportIn(['lines'], `${checks} says that it has ${format.lines ? 'no ' : ''}lines`);
    }
    checkTexts(format, reportIn);
    checkExamples(format, reportIn);
    return [format];
  });
}

function checkTexts({ name, lines, openapi, good, bad }: FormatEntry, report: ReportIn): void {
  const ascii = lines ? /^[\t\n\r -~]*$/ : /^[ -~]*$/;
  const pattern = new RegExp(openapi.pattern ?? '', 'u');
  for (const [at, text] of good.entries()) {
    if (!ascii.test(text)) {
      report(['good', at], `${JSON.stringify(text)} is not ASCII`);
    } else if (!fitsFormat(text, name)) {
      report(['good', at], `its check refuses ${JSON.stringify(text)}`);
    } else if (!pattern.test(text)) {
      report(['good', at], `the pattern of 'openapi' refuses ${JSON.stringify(text)}`);
    }
  }
  for (const [at, text] of bad.entries()) {
    if (fitsFormat(text, name)) {
      report(['bad', at], `its check lets ${JSON.stringify(text)} pass`);
    }
  }
}

function checkExamples(format: FormatEntry, report: ReportIn): void {
  for (const [at, example] of format.examples.entries()) {
    const texts = [shortestExample(example), longestExample(format, example, format.fill.length)];
    const wrong = texts.find((text) => !fitsFormat(text, format.name));
    if (wrong !== undefined) {
      report(['examples', at], `its check refuses ${JSON.stringify(wrong)}`);
    }
  }
}
