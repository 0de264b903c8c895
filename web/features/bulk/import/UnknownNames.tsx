import { type BulkName, bulkNames, bulkUseNames } from '@gen/bulk.ts';
import { getGroupInfo, groupLimits, shiftLimits } from '@gen/rules.ts';
import { useState } from 'react';
import useSWR, { mutate } from 'swr';
import { groupText, useDefinedGroups, useGroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { shiftChoices, useShiftNames } from '../../../lib/shiftNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Select, type SelectOption } from '../../../ui/Select.tsx';
import { act } from '../useBulk.ts';
import { type Chosen, type Defined, freeGroup, keyOf, UNDECIDED, usesOf } from './names.ts';

let visits = 0;

/** Names of groups and shifts that the terminal does not know, each once: what they mean is said here, and the file is checked again. */
export function UnknownNames() {
  const [visit] = useState(() => ++visits);
  const { data } = useSWR(['bulkNames', visit], () => bulkNames({ handles: () => true }), { revalidateOnFocus: false });
  const names = data?.names ?? [];
  return names.length === 0 ? null : <NamesCard names={names} />;
}

function NamesCard({ names }: { names: readonly BulkName[] }) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [busy, setBusy] = useState(false);
  const groups = useDefinedGroups();
  const optionsOf = useOptions(groups, chosen);
  const { uses, made } = usesOf(names, chosen, groups ?? new Set());
  const apply = async () => {
    setBusy(true);
    await act(async () => {
      for (const { number, name } of made) await getGroupInfo({ number, name, revision: 0 });
      await bulkUseNames({ names: uses });
    });
    if (made.length > 0) await mutate('SetGroupInfo');
    setBusy(false);
  };
  return (
    <Card title={t('bulk.names')} help={t('bulk.namesHelp')}>
      <div className="pair">
        {names.map((name) => (
          <Select
            key={keyOf(name)}
            name={keyOf(name)}
            label={t(`bulk.nameOf.${name.field}`, { name: name.name })}
            hint={t('bulk.nameRows', { count: name.rows, line: name.line })}
            value={chosen[keyOf(name)] ?? UNDECIDED}
            options={optionsOf(name)}
            onChange={(value) => setChosen({ ...chosen, [keyOf(name)]: value })}
          />
        ))}
      </div>
      {made.length > 0 && <p className="muted">{t('bulk.nameMadeHelp')}</p>}
      <div className="bulk-actions">
        <Button icon="check" busy={busy} disabled={uses.length === 0} onClick={() => void apply()}>
          {t('bulk.namesApply')}
        </Button>
      </div>
    </Card>
  );
}

/** What a name may mean. A group is made only by who may write groups, and while a number is free. */
function useOptions(groups: Defined | undefined, chosen: Chosen): (name: BulkName) => SelectOption<string>[] {
  const mayMake = usePower('advSetting')?.write === true;
  const shifts = useShiftNames();
  const names = useGroupNames();
  const numbers = Array.from({ length: groupLimits.number.max + 1 }, (_, number) => number);
  const known = numbers.filter((number) => number < groupLimits.number.min || !groups || groups.has(number));
  return (name) => {
    const make = { value: 'make', label: t('bulk.nameMake') };
    const canMake =
      name.field === 'group' &&
      mayMake &&
      groups !== undefined &&
      (chosen[keyOf(name)] === 'make' || freeGroup(groups, chosen) !== undefined);
    const existing =
      name.field === 'group'
        ? known.map((number) => ({ value: String(number), label: groupText(number, names) }))
        : shiftChoices({ min: 0, max: shiftLimits.number.max }, null, shifts);
    return [
      { value: UNDECIDED, label: t('bulk.nameWrong') },
      { value: 'out', label: t('bulk.nameOut') },
      ...(canMake ? [make] : []),
      ...existing,
    ];
  };
}
