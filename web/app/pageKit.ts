/**
 * What nearly every page of the console stands on. Named here, it comes with the console in one piece; otherwise the
 * build would make a piece of each part for each set of pages that share it, and each is a request.
 */
import '../lib/api/soFar.ts';
import '../lib/sending.ts';
import '../ui/Apart.tsx';
import '../ui/Beside.tsx';
import '../ui/Card.tsx';
import '../ui/CheckGroup.tsx';
import '../ui/ChoiceCards.tsx';
import '../ui/CopyText.tsx';
import '../ui/EmptyState.tsx';
import '../ui/FactorSet.tsx';
import '../ui/FactorTiles.tsx';
import '../ui/FileDrop.tsx';
import '../ui/Progress.tsx';
import '../ui/SchemaForm.tsx';
import '../ui/SettingsPage.tsx';
import '../ui/StateCard.tsx';
import '../ui/Tag.tsx';
