import { ApiError } from './api/apiError.ts';
import { errorText, t } from './i18n.ts';

/** Code of the catalogue a call was refused with; 0 when it failed otherwise. */
export function codeOf(error: unknown): number {
  return error instanceof ApiError ? error.code : 0;
}

/** What went wrong, in the reader's language. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.networkError');
  if (error.kind === 'refused') return errorText(error.messageCode);
  return error.kind === 'network' || error.kind === 'timeout' ? t('app.noConnection') : t('app.networkError');
}
