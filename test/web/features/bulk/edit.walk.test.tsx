/** "Change users", walked at random: what is ticked, counted, written, left while it is written, and asked for once more. */
import type { BulkEditRequest, BulkStateReply } from '@gen/bulk.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useState } from 'react';
import { beforeAll } from 'vitest';
import { CHANGEABLE, type Changeable } from '../../../../web/features/bulk/edit/change.ts';
import { EditDialog } from '../../../../web/features/bulk/edit/EditDialog.tsx';
import { fieldText } from '../../../../web/features/bulk/words.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, t } from '../../../../web/lib/i18n.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { oneLine, pass, press, Replies, Stage, screenLines, tick, type WalkAct, walkTest } from '../../walk.tsx';
import { IDLE, OWN } from './world.tsx';

beforeAll(() => activateLanguage('en'));

const COUNT = 12;
const ASK = 'Ask for a change';
/** Of what can be changed, that which is one control. */
const FIELDS: readonly Changeable[] = ['group', 'validFrom', 'validTo'];

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  now: BulkStateReply;
  known: BulkStateReply;
  /** The list has the dialog on it; what it shows. */
  view: 'none' | 'form' | 'job' | 'left';
  ticked: readonly Changeable[];
  isSubmitted: boolean;
  isWhole: boolean;
  busy: 'count' | 'write' | 'cancel' | undefined;
  written: number;
  toWrite: number;
  /** What was only counted does not wait on the terminal once its dialog is closed. */
  isForgotten: boolean;
  said: string[];
}

/** A list whose button asks for the dialog, as that of users does: each time it is for somebody else. */
function List({ onWritten }: { onWritten: () => void }) {
  const [whom, setWhom] = useState<Omit<BulkEditRequest, 'change'> | null>(null);
  return (
    <>
      <Button onClick={() => setWhom({ group: 2 })}>{ASK}</Button>
      {whom && <EditDialog whom={whom} count={String(COUNT)} onClose={() => setWhom(null)} onWritten={onWritten} />}
    </>
  );
}

function start(): World {
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now: IDLE,
    known: IDLE,
    view: 'none',
    ticked: [],
    isSubmitted: false,
    isWhole: false,
    busy: undefined,
    written: 0,
    toWrite: 0,
    isForgotten: false,
    said: [],
  };
  const { replies } = world;
  const JOB = { ...OWN, kind: 'edit', name: '', rows: COUNT } as const;
  fakeTerminal({
    SetInfoParam: () => ({ buildId: 'b', deviceName: '', hour24: true, funOption: {} }),
    bulkState: () => world.now,
    bulkErrors: () => ({ errors: [], total: 0 }),
    bulkEdit: replies.of(() => {
      world.now = { ...JOB, step: 'checking', at: 1 };
      return {};
    }),
    bulkStart: replies.of(({ whole }: { whole: boolean }) => {
      world.now = { ...JOB, step: 'writing', at: 0, whole, cancellable: !whole };
      return {};
    }),
    bulkCancel: replies.of(() => {
      world.now = { ...world.now, step: world.now.step === 'writing' ? 'cancelled' : 'none' };
      return {};
    }),
  });
  world.stage.open(<List onWritten={() => world.written++} />);
  return world;
}

const isMoving = ({ step }: BulkStateReply) => step === 'checking' || step === 'writing';

/** The dialog reads how it stands. */
function read(world: World): void {
  const before = world.known.step;
  world.known = world.now;
  const { step, own, kind } = world.known;
  if (before !== step && (step === 'done' || step === 'cancelled' || step === 'failed')) world.toWrite++;
  const isOwn = own && kind === 'edit';
  if (isOwn && isMoving(world.known) && world.view === 'form') world.view = 'job';
  if (world.view !== 'job' && world.view !== 'left') return;
  if (step === 'done') {
    world.said.push(`toast ok ${t('bulk.doneUsers', { count: world.known.changed })}`);
    world.view = 'none';
  } else if (world.view === 'left' && !isMoving(world.known)) world.view = 'none';
}

async function ask(world: World, random: Random, busy: World['busy'], act: () => unknown): Promise<string> {
  const how = random.pick(['taken', 'taken', 'taken', 'refused', 'held'] as const);
  if (how === 'refused') world.replies.refuse = refusal('', ErrorCode.storageFull);
  world.replies.hold = how === 'held';
  act();
  await pass();
  if (how === 'held') world.busy = busy;
  else settle(world, busy, how === 'taken');
  return how;
}

/** A call was answered. */
function settle(world: World, call: World['busy'], isTaken: boolean): void {
  world.busy = undefined;
  if (call === 'count' && !isTaken) {
    world.said.push(`toast no ${oneLine(errorLines(ErrorCode.storageFull))}`);
    return;
  }
  read(world);
  if (call === 'cancel' && !isTaken) return;
}

const isFree = ({ busy }: World) => busy === undefined;

const acts: WalkAct<World>[] = [
  {
    name: 'asks for a change',
    weight: 6,
    can: ({ view }) => view === 'none' || view === 'left',
    run: async (world) => {
      press(ASK);
      await pass();
      const wasLeft = world.view === 'left';
      world.view = wasLeft ? 'job' : 'form';
      if (!wasLeft) Object.assign(world, { ticked: [], isSubmitted: false });
      Object.assign(world, { isWhole: false });
      if (!wasLeft) {
        /* It is another dialog, which has seen nothing of before. */
        world.known = { ...world.now };
        if (world.known.own && world.known.kind === 'edit' && isMoving(world.known)) world.view = 'job';
      }
    },
  },
  {
    name: 'ticks what is to be changed, or not',
    weight: 4,
    can: (world) => isFree(world) && world.view === 'form',
    run: (world, random) => {
      const name = random.pick(FIELDS);
      tick(fieldText(name));
      const ticked = world.ticked.includes(name) ? world.ticked.filter((one) => one !== name) : [...world.ticked, name];
      world.ticked = CHANGEABLE.filter((one) => ticked.includes(one));
    },
  },
  {
    name: 'has them counted',
    weight: 5,
    can: (world) => isFree(world) && world.view === 'form' && !isMoving(world.known),
    run: async (world, random) => {
      world.isSubmitted = true;
      if (world.ticked.length === 0) {
        press(t('bulk.count'));
        return 'nothing ticked';
      }
      return ask(world, random, 'count', () => press(t('bulk.count')));
    },
  },
  {
    name: 'the terminal works on',
    weight: 8,
    can: ({ now, known, busy, view }) => now.own && isMoving(now) && isMoving(known) && !busy && view !== 'none',
    run: async (world, random) => {
      const { now } = world;
      const how = random.pick(['on', 'end', 'end', 'end', 'fails'] as const);
      if (how === 'on') world.now = { ...now, at: now.at + 1 };
      else if (how === 'fails') world.now = { ...now, step: 'failed', code: ErrorCode.storageFull };
      else if (now.step === 'checking') {
        world.now = { ...now, step: 'checked', changed: 8, same: 4 };
        world.isWhole = false;
      } else world.now = { ...now, step: 'done', changed: 8, same: 4 };
      await pass(800);
      read(world);
      return how;
    },
  },
  {
    name: 'chooses how it is written',
    weight: 2,
    can: (world) => isFree(world) && world.view === 'job' && world.known.step === 'checked',
    run: (world, random) => {
      world.isWhole = random.chance(0.7);
      tick(t(world.isWhole ? 'bulk.whole' : 'bulk.slices'));
    },
  },
  {
    name: 'writes',
    weight: 5,
    can: (world) => isFree(world) && world.view === 'job' && world.known.step === 'checked',
    run: (world, random) =>
      ask(world, random, 'write', () => press(t('bulk.writeUsers', { count: world.known.changed }))),
  },
  {
    name: 'goes back to another change',
    can: (world) => isFree(world) && world.view === 'job' && world.known.step === 'checked',
    run: async (world) => {
      press(t('bulk.backToChange'));
      await pass();
      Object.assign(world, { view: 'form', ticked: [], isSubmitted: false });
      read(world);
    },
  },
  {
    name: 'stops it',
    weight: 2,
    can: (world) => isFree(world) && world.view === 'job' && isMoving(world.known) && world.known.cancellable,
    run: (world, random) =>
      ask(world, random, 'cancel', () => press(t(world.known.step === 'writing' ? 'bulk.stop' : 'ui.cancel'))),
  },
  {
    name: 'leaves it while it is written',
    weight: 10,
    can: (world) => isFree(world) && world.view === 'job' && world.known.step === 'writing',
    run: (world) => {
      press(t('ui.close'));
      world.view = 'left';
      world.said.push(`toast info ${t('bulk.goesOn')}`);
    },
  },
  {
    name: 'closes the dialog',
    can: (world) =>
      isFree(world) && (world.view === 'form' || (world.view === 'job' && world.known.step !== 'writing')),
    run: async (world) => {
      press(world.view === 'form' ? t('ui.cancel') : t('ui.close'));
      const { step } = world.known;
      world.isForgotten = world.view === 'job' && (step === 'checking' || step === 'checked');
      world.view = 'none';
      await pass();
    },
  },
  {
    name: 'somebody else begins',
    can: ({ view, now }) => view === 'none' && !isMoving(now),
    run: (world) => {
      world.now = { ...IDLE, own: false, holder: '12', holderName: 'Grace', step: 'checking' };
    },
  },
  {
    name: 'somebody else has ended',
    weight: 2,
    can: ({ now }) => !now.own && isMoving(now),
    run: async (world) => {
      world.now = IDLE;
      await pass(3100);
      read(world);
    },
  },
  {
    name: 'leaves the page and comes back',
    weight: 3,
    can: (world) => isFree(world) && (world.view === 'job' || world.view === 'left') && world.known.step === 'writing',
    run: async (world) => {
      await world.stage.leave();
      world.view = 'none';
      world.stage.comeBack();
    },
  },
  {
    name: 'the terminal answers at last',
    weight: 6,
    can: ({ busy }) => busy !== undefined,
    run: async (world, random) => {
      const isTaken = random.chance(0.6);
      if (isTaken) world.replies.answer();
      else world.replies.fail(refusal('', ErrorCode.storageFull));
      await pass();
      settle(world, world.busy, isTaken);
      return String(isTaken);
    },
  },
];

function expected(world: World): string[] {
  const { view, toWrite, said } = world;
  world.said = [];
  const isForgotten = world.isForgotten;
  world.isForgotten = false;
  return [
    `[${ASK}]`,
    ...(view === 'form' ? formLines(world) : []),
    ...(view === 'job' ? jobLines(world) : []),
    `the list reads again ${toWrite}`,
    `the terminal has: ${isForgotten ? 'none' : world.now.step}`,
    ...said,
  ];
}

function formLines({ ticked, isSubmitted, busy, known }: World): string[] {
  const isBusy = busy === 'count';
  return [
    `# ${t('bulk.editTitle')}`,
    ...(isBusy ? [] : [`[${t('ui.close')}]`]),
    ...(isMoving(known) ? [`! ${t('bulk.foreignBusy', { who: 'Grace (12)' })}`] : []),
    ...CHANGEABLE.flatMap((name) => [
      `${ticked.includes(name) ? '(x)' : '( )'} ${fieldText(name)}`,
      ...(ticked.includes(name)
        ? [`${t('bulk.becomes', { field: fieldText(name) })}: ${name === 'group' ? '1' : ''}`]
        : []),
    ]),
    ...(isSubmitted && ticked.length === 0 ? [`error ${t('bulk.tickOne')}`] : []),
    `[${t('ui.cancel')}]${isBusy ? ' off' : ''}`,
    `[${t('bulk.count')}]${isBusy ? ' busy' : isMoving(known) ? ' off' : ''}`,
  ];
}

function jobLines({ known, isWhole, busy }: World): string[] {
  const { step, at, rows, changed, cancellable } = known;
  const head = [`# ${t('bulk.editTitle')}`, `[${t('ui.close')}]`];
  if (isMoving(known)) {
    return [
      ...head,
      `… ${t(`bulk.step.${step}`)}${t('bulk.usersOf', { at: String(at), of: String(rows) })}`,
      ...(cancellable
        ? [`[${t(step === 'writing' ? 'bulk.stop' : 'ui.cancel')}]${busy === 'cancel' ? ' busy' : ''}`]
        : []),
      `[${t('ui.close')}]`,
    ];
  }
  if (step !== 'checked') {
    const text =
      step === 'failed'
        ? `${t('bulk.failedTitle')} ${oneLine(errorLines(ErrorCode.storageFull))}`
        : step === 'cancelled'
          ? t('bulk.cancelledNone')
          : t('bulk.doneUsers', { count: changed });
    return [...head, `! ${text}`, `[${t('ui.close')}]`];
  }
  return [
    ...head,
    `${isWhole ? '( )' : '(x)'} ${t('bulk.slices')}`,
    `${isWhole ? '(x)' : '( )'} ${t('bulk.whole')}`,
    `[${t('bulk.backToChange')}]`,
    `[${t('bulk.writeUsers', { count: changed })}]${busy === 'write' ? ' busy' : ''}`,
  ];
}

walkTest('is at its start each time it is asked for', {
  seed: 1200,
  walks: 5,
  steps: 40,
  start,
  acts,
  expected,
  seen: ({ written, now }) => [...screenLines(), `the list reads again ${written}`, `the terminal has: ${now.step}`],
  end: ({ replies }) => replies.fail(new ApiError('aborted', '')),
});
