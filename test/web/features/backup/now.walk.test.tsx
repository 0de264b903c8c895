/** "Back up now", walked at random: backups that are refused, come, break off or are given up, one behind another. */
import type { BackupStateReply, DownloadBackupRequest } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions } from '@gen/runtime.ts';
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { NowCard } from '../../../../web/features/backup/NowCard.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, t } from '../../../../web/lib/i18n.ts';
import { sizeText } from '../../../../web/lib/sizeText.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import {
  asksToClose,
  oneLine,
  pass,
  press,
  Stage,
  screenLines,
  signIn,
  tick,
  type,
  type WalkAct,
  walkTest,
} from '../../walk.tsx';
import { info } from '../machine/info.ts';

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const IDLE: BackupStateReply = {
  users: 40,
  records: 1834,
  databaseOctets: 2_000_000,
  photos: 3,
  photoOctets: 600_000,
  last: 0,
  making: false,
  done: 0,
};
const WORDS = 'a long passphrase';

interface Asking {
  passphrase: string;
  again: string;
  photos: boolean;
  keys: boolean;
  /** One was made up. */
  isMade: boolean;
  isSubmitted: boolean;
  /** What the terminal said of the passphrase, and of the rest. */
  refused: '' | 'passphrase';
  problem: number;
}

interface Run {
  /** The dialog has closed over it. */
  isBegun: boolean;
  copied: number | undefined;
  octets: number;
  whole: number;
}

interface World {
  readonly stage: Stage;
  now: BackupStateReply;
  known: BackupStateReply;
  asking: Asking | undefined;
  run: Run | undefined;
  end: 'cancelled' | 'failed' | 'broken' | 'saved' | undefined;
  requests: DownloadBackupRequest[];
  /** The file on its way. */
  file: { options: CallOptions; resolve: (value: unknown) => void; reject: (error: Error) => void } | undefined;
  /** What the next one is refused with. */
  refuse: Error | undefined;
}

function start(): World {
  const world: World = {
    stage: new Stage(),
    now: IDLE,
    known: IDLE,
    asking: undefined,
    run: undefined,
    end: undefined,
    requests: [],
    file: undefined,
    refuse: undefined,
  };
  fakeTerminal({
    SetInfoParam: () => info,
    backupState: () => world.now,
    DownloadBackup: (request: DownloadBackupRequest, options) => {
      world.requests.push(request);
      if (world.refuse) {
        const error = world.refuse;
        world.refuse = undefined;
        throw error;
      }
      return new Promise((resolve, reject) => {
        world.file = { options, resolve, reject };
        options.signal?.addEventListener('abort', () => reject(new ApiError('aborted', 'DownloadBackup')));
      });
    },
  });
  world.stage.open(<NowCard isAdmin />);
  return world;
}

/** The dialog has closed: the terminal is asked how it stands. */
function begin(world: World): void {
  if (!world.run) return;
  world.run.isBegun = true;
  if (world.asking) world.known = world.now;
  world.asking = undefined;
}

function finish(world: World, end: World['end']): void {
  world.run = undefined;
  world.file = undefined;
  world.end = end;
  world.known = world.now;
}

const canType = ({ asking, run }: World) => asking !== undefined && run === undefined;
/** The field of this label comes twice: the one that shows what was made up is typed into by nobody. */
const passphrase = (value: string) =>
  fireEvent.input(document.querySelector('input[name=passphrase]') as HTMLInputElement, { target: { value } });

const acts: WalkAct<World>[] = [
  {
    name: 'asks for a backup',
    weight: 4,
    can: ({ asking, run, known }) => !asking && !run && !known.making,
    run: (world) => {
      press(t('backup.action'));
      world.asking = {
        passphrase: '',
        again: '',
        photos: true,
        keys: false,
        isMade: false,
        isSubmitted: false,
        refused: '',
        problem: 0,
      };
    },
  },
  {
    name: 'types a passphrase',
    weight: 3,
    can: canType,
    run: ({ asking }, random) => {
      if (!asking) return;
      const value = random.pick(['short', WORDS, WORDS]);
      if (value === asking.passphrase) return;
      passphrase(value);
      Object.assign(asking, { passphrase: value, isMade: false, refused: '' });
    },
  },
  {
    name: 'types it again',
    weight: 3,
    can: canType,
    run: ({ asking }, random) => {
      if (!asking) return;
      asking.again = random.pick([asking.passphrase, asking.passphrase, 'another']);
      type(t('backup.passphraseAgain'), asking.again);
    },
  },
  {
    name: 'has one made up',
    can: (world) => canType(world) && !world.asking?.isMade,
    run: ({ asking }) => {
      if (!asking) return;
      press(t('backup.make'));
      asking.passphrase = (document.querySelector('input[name=passphrase]') as HTMLInputElement).value;
      Object.assign(asking, { again: '', isMade: true, refused: '' });
    },
  },
  {
    name: 'takes the keys too, or not',
    can: canType,
    run: ({ asking }) => {
      if (!asking) return;
      tick(t('backup.takeKeys'));
      asking.keys = !asking.keys;
    },
  },
  {
    name: 'takes the photos too, or not',
    can: canType,
    run: ({ asking }) => {
      if (!asking) return;
      tick(t('backup.takePhotos'));
      asking.photos = !asking.photos;
    },
  },
  {
    name: 'would rather not',
    can: canType,
    run: (world) => {
      press(t('ui.cancel'));
      world.asking = undefined;
      world.known = world.now;
    },
  },
  {
    name: 'has it made',
    weight: 4,
    can: canType,
    run: async (world, random) => {
      const { asking } = world;
      if (!asking) return '';
      asking.isSubmitted = true;
      if (asking.passphrase.length < 12 || asking.passphrase !== asking.again) {
        press(t('backup.start'));
        return 'wrong';
      }
      const how = random.pick(['waits', 'waits', 'rules', 'running', 'network'] as const);
      if (how === 'rules') world.refuse = refusal('DownloadBackup', ErrorCode.passwordRules);
      if (how === 'running') world.refuse = refusal('DownloadBackup', ErrorCode.backupRunning);
      if (how === 'network') world.refuse = new ApiError('network', 'DownloadBackup');
      press(t('backup.start'));
      /* The last one's end is no more said, nor what was wrong with the try before. */
      world.end = undefined;
      asking.problem = how === 'running' ? ErrorCode.backupRunning : 0;
      if (how === 'rules') asking.refused = 'passphrase';
      if (how === 'waits') {
        const { databaseOctets, photoOctets } = world.known;
        world.run = {
          isBegun: false,
          copied: undefined,
          octets: 0,
          whole: databaseOctets + (asking.photos ? photoOctets : 0),
        };
      }
      await pass();
      if (how !== 'waits') world.known = world.now;
      return how;
    },
  },
  {
    name: 'the terminal copies its database',
    weight: 3,
    can: ({ run }) => run !== undefined && run.octets === 0,
    run: async (world) => {
      const done = Math.min(90, world.now.done + 30);
      world.now = { ...world.now, making: true, done };
      await pass(1100);
      if (world.run) world.run.copied = done;
      begin(world);
      world.known = world.now;
    },
  },
  {
    name: 'the file comes',
    weight: 3,
    can: ({ run, file }) => run !== undefined && file !== undefined,
    run: async (world) => {
      if (!world.run) return;
      world.now = IDLE;
      world.run.octets += 700_000;
      world.file?.options.onProgress?.(world.run.octets);
      await pass(1100);
      begin(world);
      world.known = world.now;
    },
  },
  {
    name: 'the file is whole',
    weight: 2,
    can: ({ file }) => file !== undefined,
    run: async (world) => {
      world.now = IDLE;
      world.file?.resolve({ name: 'mine.backup', content: new Blob(['x'.repeat(2000)]) });
      await pass();
      begin(world);
      finish(world, 'saved');
    },
  },
  {
    name: 'it breaks off',
    weight: 2,
    can: ({ file }) => file !== undefined,
    run: async (world, random) => {
      const isNetwork = random.chance(0.3);
      world.now = IDLE;
      world.file?.reject(
        isNetwork ? new ApiError('network', 'DownloadBackup') : refusal('DownloadBackup', ErrorCode.storageFull),
      );
      await pass();
      if (world.run?.isBegun) finish(world, isNetwork ? 'broken' : 'failed');
      else {
        if (world.asking) world.asking.problem = isNetwork ? 0 : ErrorCode.storageFull;
        finish(world, undefined);
      }
    },
  },
  {
    name: 'gives it up',
    can: ({ run }) => run?.isBegun === true,
    run: async (world) => {
      world.now = IDLE;
      press(t('ui.cancel'));
      await pass();
      finish(world, 'cancelled');
    },
  },
  {
    name: 'somebody else makes one',
    can: ({ run, now }) => !run && !now.making,
    run: async (world) => {
      world.now = { ...IDLE, making: true, done: 20 };
      await world.stage.focus();
      world.known = world.now;
    },
  },
  {
    name: 'that of somebody else has ended',
    weight: 3,
    can: ({ run, now }) => !run && now.making,
    run: async (world) => {
      world.now = IDLE;
      await pass(1100);
      world.known = world.now;
    },
  },
  {
    name: 'leaves the page and comes back',
    can: ({ run }) => run === undefined || run.isBegun,
    run: async (world) => {
      await world.stage.leave();
      world.asking = undefined;
      world.stage.comeBack();
      await pass();
      world.known = world.now;
    },
  },
  {
    name: 'somebody else signs in',
    weight: 0.5,
    can: ({ run }) => run === undefined,
    run: async (world) => {
      await world.stage.leave();
      signIn();
      world.asking = undefined;
      world.end = undefined;
      world.stage.comeBack();
      await pass();
      world.known = world.now;
    },
  },
];

function expected({ asking, run, known, end }: World): string[] {
  return [
    `# ${t('backup.now')}`,
    ...(run && !asking ? runLines(run) : []),
    ...(!run && known.making ? [`… ${t('backup.otherRuns')}${t('ui.percent', { percent: known.done })}`] : []),
    ...(run ? [] : endLines(end)),
    run ? `[${t('ui.cancel')}]` : `[${t('backup.action')}]${known.making ? ' off' : ''}`,
    ...(asking ? dialogLines(asking, run !== undefined) : []),
    `the browser asks: ${run !== undefined}`,
  ];
}

function runLines({ copied, octets, whole }: Run): string[] {
  if (octets > 0) {
    const figures = t('backup.soFar', { size: sizeText(octets), whole: sizeText(Math.max(whole, octets)) });
    return [`… ${t('backup.coming')}${figures}`];
  }
  if (copied === undefined) return [`… ${t('backup.waiting')}`];
  return [`… ${t('backup.copying')}${t('ui.percent', { percent: copied })}`];
}

function endLines(end: World['end']): string[] {
  switch (end) {
    case 'cancelled':
      return [`! ${t('backup.notSaved')}`];
    case 'broken':
      return [`! ${t('backup.notSaved')}`];
    case 'failed':
      return [`! ${t('backup.notSaved')} ${oneLine(errorLines(ErrorCode.storageFull))}`];
    case 'saved':
      return [`! ${t('backup.done', { name: 'mine.backup', size: sizeText(2000) })}${t('backup.noWay')}`];
    default:
      return [];
  }
}

function dialogLines(asking: Asking, busy: boolean): string[] {
  const { photos, keys, isMade, isSubmitted, refused, problem } = asking;
  const isShort = asking.passphrase.length < 12;
  const rule = t('passphrase.rule', { min: 12, max: 128 });
  const wrong =
    refused === 'passphrase' ? oneLine(errorLines(ErrorCode.passwordRules)) : isSubmitted && isShort ? rule : undefined;
  const differs = isSubmitted && !isShort && asking.passphrase !== asking.again;
  return [
    `# ${t('backup.now')}`,
    ...(busy ? [] : [`[${t('ui.close')}]`]),
    `${photos ? '(x)' : '( )'} ${t('backup.takePhotos')}`,
    `${keys ? '(x)' : '( )'} ${t('backup.takeKeys')}`,
    `! ${t('backup.noWay')}`,
    `${t('backup.passphrase')}: ${asking.passphrase}`,
    `[${t('ui.showPassword')}]`,
    ...(wrong ? [`error ${wrong}`] : []),
    ...(isMade
      ? [`${t('backup.passphrase')}: ${asking.passphrase}`, `[${t('copy.action')}]`]
      : [`[${t('backup.make')}]`]),
    `${t('backup.passphraseAgain')}: ${asking.again}`,
    `[${t('ui.showPassword')}]`,
    ...(differs ? [`error ${t('backup.passphraseDifferent')}`] : []),
    ...(problem ? [`! ${oneLine(errorLines(problem))}`] : []),
    `[${t('ui.cancel')}]${busy ? ' off' : ''}`,
    `[${t('backup.start')}]${busy ? ' busy' : ''}`,
  ];
}

walkTest('says how the backup stands, and of the last one only how it ended', {
  seed: 2100,
  walks: 5,
  steps: 40,
  start,
  acts,
  expected,
  seen: () => [...screenLines(), `the browser asks: ${asksToClose()}`],
  end: ({ file }) => file?.reject(new ApiError('aborted', 'DownloadBackup')),
});
