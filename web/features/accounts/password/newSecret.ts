/** Common code of both dialogs that replace a password: fields, and the field for an error. */
import { ErrorCode } from '@gen/errors.ts';

/** The field for an error that names none; `chosen`: the field of the new password. */
export function placeOfAnswer<Chosen extends string>(code: number, chosen: Chosen): 'oldpassword' | 'confirm' | Chosen {
  if (code === ErrorCode.passwordMismatch) return 'confirm';
  return code === ErrorCode.passwordWrong || code === ErrorCode.throttled ? 'oldpassword' : chosen;
}
