/** Fields of a user as declared in the contract: their uses and labels. */
import { userFields } from '@gen/contract.ts';
import { textOf } from './i18n.ts';

type Declared = (typeof userFields)[number];
type Use = 'list' | 'sort' | 'filter' | 'search' | 'edit' | 'report' | 'key';

/** Fields with a use. */
export type FieldWith<U extends Use> = Extract<Declared, { readonly uses: { readonly [K in U]: unknown } }>;

export function fieldsWith<U extends Use>(use: U): readonly FieldWith<U>[] {
  return userFields.filter((field): field is FieldWith<U> => use in field.uses);
}

/** Text fields with a use: fields that the console draws generically. */
export type TextWith<U extends Use> = Extract<FieldWith<U>, { readonly kind: 'text' }>;

export function textsWith<U extends Use>(use: U): readonly TextWith<U>[] {
  return fieldsWith(use).filter((field): field is TextWith<U> => field.kind === 'text');
}

/** A value for each of some text fields. */
export const eachText = <F extends { readonly name: string }, V>(
  fields: readonly F[],
  of: (field: F) => V,
): { readonly [N in F['name']]: V } =>
  Object.fromEntries(fields.map((field) => [field.name, of(field)])) as { [N in F['name']]: V };

export function userFieldText(name: string): string {
  return textOf(`field.User.${name}`) ?? name;
}
