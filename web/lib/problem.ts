import { ApiError } from './api/apiError.ts';
import { errorLines, t, twoLines } from './i18n.ts';

/** Code of the catalogue a call was refused with; 0 when it failed otherwise. */
export function codeOf(error: unknown): number {
  return error instanceof ApiError ? error.code : 0;
}

/** What went wrong and, where its words leave that open, what to do about it; in the reader's language. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return networkError();
  if (error.kind === 'refused') return errorLines(error.messageCode);
  return error.kind === 'network' || error.kind === 'timeout' ? t('app.noConnection') : networkError();
}

export function networkError(): string {
  return twoLines(t('app.networkError'), t('app.networkErrorHelp'));
}
