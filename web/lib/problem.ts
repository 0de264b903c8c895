import { ApiError } from './api/apiError.ts';
import { errorLines, t, twoLines } from './i18n.ts';

/** Error code of a refused call; 0 if it failed otherwise. */
export function codeOf(error: unknown): number {
  return error instanceof ApiError ? error.code : 0;
}

/** The error text and, if it is not obvious, what to do about it; in the reader's language. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return networkError();
  if (error.kind === 'refused') return errorLines(error.messageCode);
  return error.kind === 'network' || error.kind === 'timeout' ? t('app.noConnection') : networkError();
}

export function networkError(): string {
  return twoLines(t('app.networkError'), t('app.networkErrorHelp'));
}
