/**
 * What nearly every page of the console stands on besides the user list, with which the console begins. The build has every
 * other page import this, so that it comes in one piece; otherwise it would make a piece of each part for each set of
 * pages that share it, and each is a request.
 */
import '../lib/api/soFar.ts';
import '../lib/api/useSearch.ts';
import '../lib/certificate.ts';
import '../lib/copied.ts';
import '../lib/recordTexts.ts';
import '../lib/sending.ts';
import '../lib/week.ts';
import '../lib/weekText.ts';
import '../ui/Apart.tsx';
import '../ui/Beside.tsx';
import '../ui/Card.tsx';
import '../ui/CheckGroup.tsx';
import '../ui/ChoiceCards.tsx';
import '../ui/CopyText.tsx';
import '../ui/DownloadTable.tsx';
import '../ui/EmptyState.tsx';
import '../ui/FactList.tsx';
import '../ui/FactorSet.tsx';
import '../ui/FactorTiles.tsx';
import '../ui/FileDrop.tsx';
import '../ui/MadeSecret.tsx';
import '../ui/PrintSheet.tsx';
import '../ui/Progress.tsx';
import '../ui/RecordPhoto.tsx';
import '../ui/SchemaForm.tsx';
import '../ui/SerialField.tsx';
import '../ui/SettingsPage.tsx';
import '../ui/SignalBars.tsx';
import '../ui/StateCard.tsx';
import '../ui/Tag.tsx';
import '../ui/WeekTools.tsx';
import { beginPagesStyle } from './loadStyle.ts';

/** Address of the style sheet of all pages besides the user list, put in by the build. */
declare const PAGES_STYLE: string;

beginPagesStyle(PAGES_STYLE);
