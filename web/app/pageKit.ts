/**
 * Code that nearly every page besides the user list needs: the rest of the contract,
 * and small parts that several pages share. The build makes every other page import this, so that it is one chunk;
 * otherwise there would be a chunk of each part for each set of pages that share it, and each is a request.
 */
import '@gen/parts/every.ts';
import '../features/devices/words.ts';
import '../features/network/words.ts';
import '../features/time/useDeviceClock.ts';
import '../features/users/BackToList.tsx';
import '../features/users/form/FormFrame.tsx';
import '../features/users/form/ModeSummary.tsx';
import '../features/users/NoSuchUser.tsx';
import '../features/users/form/useEditing.ts';
import '../features/users/form/useUserForm.ts';
import '../features/users/form/UserFormBody.tsx';
import '../features/users/useUserId.ts';
import '../features/users/WhoseForm.tsx';
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
import '../ui/useWeekHistory.ts';
import '../ui/WeekTools.tsx';
import { beginPagesStyle } from './loadStyle.ts';

/** URL of the style sheet of all pages besides the user list, inserted by the build. */
declare const PAGES_STYLE: string;

beginPagesStyle(PAGES_STYLE);
