import type { Record as Line } from '@gen/records.ts';
import { useState } from 'react';
import { FormatDialog } from '../../features/door/format/FormatDialog.tsx';
import { MakeFormat } from '../../features/door/format/MakeFormat.tsx';
import { RecordWhy, RecordWhyDialog } from '../../features/door/Why.tsx';
import { RecordListPage } from '../../features/records/list/RecordListPage.tsx';
import { GiveCard, GiveCardDialog } from '../../features/users/give/GiveCard.tsx';
import { freeCard, unreadFrame } from '../../lib/recordTexts.ts';

/** The log, why it is what it is, whose a card of nobody is to be, and what reads a frame that no format fits. */
export function RecordListRoute() {
  const [asked, setAsked] = useState<{ line: Line; name: string }>();
  const [given, setGiven] = useState<string>();
  const [frame, setFrame] = useState<string>();
  const give = (line: Line, name: string) => {
    const card = freeCard(line);
    return card !== undefined && <GiveCard card={card} name={name} onOpen={() => setGiven(card)} />;
  };
  const make = (line: Line, name: string) => {
    const bits = unreadFrame(line);
    return bits !== undefined && <MakeFormat name={name} onOpen={() => setFrame(bits)} />;
  };
  return (
    <>
      <RecordListPage
        why={(line, name) => (
          <>
            {give(line, name)}
            {make(line, name)}
            <RecordWhy userid={line.userid} name={name} onOpen={() => setAsked({ line, name })} />
          </>
        )}
      />
      {given !== undefined && <GiveCardDialog card={given} onClose={() => setGiven(undefined)} />}
      {frame !== undefined && <FormatDialog bits={frame} onClose={() => setFrame(undefined)} />}
      {asked && <RecordWhyDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
