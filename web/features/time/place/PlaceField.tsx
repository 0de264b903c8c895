import { type DateTimeParamValues, placePreview, places as readPlaces } from '@gen/time.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { ApiError } from '../../../lib/api/apiError.ts';
import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../../lib/settings/words.ts';
import { Select, type SelectOption } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { browserPlace, cityOf, findPlaces, placeText, regionOf } from './places.ts';

const once = { revalidateOnFocus: false, revalidateIfStale: false } as const;

/** Today's name of the browser's place: the terminal knows which names were replaced, and which it does not know. */
async function knownPlace(name: string): Promise<string | null> {
  try {
    return (await placePreview({ place: name }, { handles: () => true })).place;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return null;
    throw error;
  }
}

function useBrowserPlace(): string | undefined {
  const mine = browserPlace(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { data } = useSWR(mine === undefined ? null : ['placePreview', mine], () => knownPlace(mine ?? ''), once);
  return data ?? undefined;
}

/** The place whose clock the terminal follows: that of this browser first, then all by region, as far as they are looked for. */
export function PlaceField({ form }: { form: SettingsFields<DateTimeParamValues> }) {
  const [search, setSearch] = useState('');
  const { data } = useSWR('places', () => readPlaces({ handles: () => true }), once);
  const mine = useBrowserPlace();
  const chosen = form.values.place;
  const all = data?.places ?? [];
  const found = search === '' ? all : findPlaces(all, search);
  const others = chosen === '' || chosen === mine || found.includes(chosen) ? found : [chosen, ...found];
  const options: SelectOption<string>[] = [
    { value: '', label: t('time.noPlace') },
    ...(mine === undefined ? [] : [{ value: mine, label: t('time.browserPlace', { place: placeText(mine) }) }]),
    ...others
      .filter((place) => place !== mine)
      .map((place) => ({ value: place, label: cityOf(place), group: regionOf(place) })),
  ];
  return (
    <div className="place-field">
      <Select
        {...form.field('place')}
        label={settingLabel('DateTimeParam', 'place')}
        value={chosen}
        options={options}
        onChange={(place) => form.set({ place })}
      />
      {form.mayWrite && (
        <TextField
          name="findPlace"
          form="find-place"
          type="search"
          label={t('time.findPlace')}
          value={search}
          onChange={setSearch}
        />
      )}
    </div>
  );
}
