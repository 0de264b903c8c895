/** Replacing what an account signs in with: the fields of both dialogs, and where an answer belongs. */
import { ErrorCode } from '@gen/errors.ts';

/** The field for an answer that names none; `chosen`: the one for what is new. */
export function placeOfAnswer<Chosen extends string>(code: number, chosen: Chosen): 'oldpassword' | 'confirm' | Chosen {
  if (code === ErrorCode.passwordMismatch) return 'confirm';
  return code === ErrorCode.passwordWrong || code === ErrorCode.throttled ? 'oldpassword' : chosen;
}
