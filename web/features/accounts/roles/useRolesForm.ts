import { functionGroupWords, getRoles, type SetRolesReply } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import type { FormEvent } from 'react';
import { typedSince } from '../../../lib/form/edits.ts';
import { type Complaints, type Form, submitting, useForm } from '../../../lib/form/useForm.ts';
import { t } from '../../../lib/i18n.ts';
import { codeOf } from '../../../lib/problem.ts';
import { isRefusal } from '../../../lib/refusal.ts';
import { toast } from '../../../ui/toast.ts';
import { cellText, orderText } from '../words.ts';
import { askToKeep } from './askToKeep.tsx';
import {
  cellOf,
  cellOfField,
  changesOf,
  editsOf,
  type Rights,
  type RightsEdits,
  raising,
  rightsOf,
  type TooLow,
  tooLow,
  withEdits,
} from './rights.ts';

type RightsForm = Form<SetRolesReply, Rights>;

/** The base: the values of the last read or save. */
export interface RolesFormState extends Pick<RightsForm, 'base' | 'edits' | 'busy' | 'set' | 'field' | 'formRef'> {
  readonly count: number;
  /** Error of the first cell that has one. */
  readonly problem: string | undefined;
  /** Raises the cells that are too low. While there are any, nothing is saved. */
  readonly raise: (() => void) | undefined;
  readonly discard: () => void;
  readonly onSubmit: (event: FormEvent) => void;
}

export function useRolesForm(stored: SetRolesReply, refresh: () => Promise<SetRolesReply | undefined>): RolesFormState {
  const form: RightsForm = useForm<SetRolesReply, Rights>(stored, {
    valuesOf: ({ levels }) => rightsOf(levels),
    editsOf: ({ levels }, typed) => editsOf(levels, typed),
    check: ({ base: { levels }, edits }) => complaintsOf(tooLow(levels, edits)),
    placeOf: ({ code, field }) => (code === 0 ? undefined : (cellOfField(field, changes) ?? '')),
    onUnseen: (_, text) => toast.error(text),
  });
  const { base, typed, edits, busy, set, field, formRef } = form;
  const { levels, revision } = base;
  const changes = changesOf(levels, edits);
  const wrong = tooLow(levels, edits);

  const stand = (next: SetRolesReply, kept: (now: RightsEdits) => RightsEdits): void => {
    form.stand((now) => ({ base: next, typed: kept(now.typed) }));
    form.forget();
  };
  /** Somebody else saved first: reloads the values, with or without the edits on top. */
  const reconcile = async (next: SetRolesReply): Promise<void> => {
    const mine = editsOf(next.levels, edits);
    const none = Object.keys(mine).length === 0;
    if (none) toast.ok(t('roles.conflictNone'));
    const keep = none || (await askToKeep(next.levels, mine));
    stand(next, (now) => (keep ? editsOf(next.levels, now) : {}));
  };
  const save = () =>
    form.submit(async () => {
      try {
        const reply = await getRoles({ revision, levels: changes }, { handles: isRefusal });
        const next = { ...base, levels: withEdits(levels, edits), revision: reply.revision };
        stand(next, (now) => typedSince(typed, now));
        toast.ok(t('settings.saved'));
        return true;
      } catch (error) {
        const next = codeOf(error) === ErrorCode.changedMeanwhile ? await refresh() : undefined;
        if (!next) throw error;
        await reconcile(next);
        return false;
      }
    });
  return {
    base,
    edits,
    busy,
    set,
    field,
    formRef,
    count: Object.keys(edits).length,
    problem: problemOf(form, wrong),
    raise: wrong.length > 0 ? () => set(raising(wrong)) : undefined,
    discard: () => stand(base, () => ({})),
    onSubmit: submitting(busy || changes.length === 0, save),
  };
}

function complaintsOf(wrong: readonly TooLow[]): Complaints {
  const complaints = wrong.map(
    (low) => [cellOf(low.level, low.group), { text: orderText(low), atOnce: true }] as const,
  );
  return Object.fromEntries(complaints);
}

/**
 * The error above the table, whose cells have no room for it. It covers all cells, also those of levels that a phone
 * does not show now: their edits are saved too.
 */
function problemOf({ base, field }: RightsForm, [low]: readonly TooLow[]): string | undefined {
  const said = base.levels.flatMap(({ level }) =>
    functionGroupWords.flatMap((group) => {
      const { error } = field(cellOf(level, group));
      return error === undefined ? [] : [`${cellText(level, group)}: ${error}`];
    }),
  );
  return low ? orderText(low) : said[0];
}
