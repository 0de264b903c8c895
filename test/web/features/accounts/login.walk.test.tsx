/** Signing in, walked at random: what is missing, wrong, too much, or not answered, until somebody is signed in. */
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll } from 'vitest';
import { LoginForm } from '../../../../web/features/accounts/password/LoginForm.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { minutesAndSeconds } from '../../../../web/lib/countdown.ts';
import { activateLanguage, errorLines, t } from '../../../../web/lib/i18n.ts';
import { currentSession, setSession } from '../../../../web/lib/session.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import {
  oneLine,
  pass,
  press,
  Replies,
  SETTLE_MS,
  Stage,
  screenLines,
  type,
  type WalkAct,
  walkTest,
} from '../../walk.tsx';

beforeAll(() => activateLanguage('en'));

/* Not a multiple of the time that an act takes: none ends in the moment in which the wait does. */
const WAIT_S = 59;
const SOME_MS = 30_000;

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  username: string;
  password: string;
  isSubmitted: boolean;
  /** What the terminal said; it stands at the password. */
  refused: number | undefined;
  isBusy: boolean;
  /** Until then nothing is sent, by the page's clock. */
  until: number;
  isSignedIn: boolean;
}

function start(): World {
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    username: '',
    password: '',
    isSubmitted: false,
    refused: undefined,
    isBusy: false,
    until: 0,
    isSignedIn: false,
  };
  setSession(null);
  fakeTerminal({
    chklogin: world.replies.of(() => ({
      token: 't'.repeat(43),
      funs: ['user'],
      userid: 'admin',
      name: 'admin',
      level: 16,
      browser: 'b'.repeat(43),
      mustChangePassword: false,
    })),
  });
  world.stage.open(<LoginForm prefetch={() => undefined} />);
  return world;
}

const failure = (code: number) => refusal('chklogin', code, code === ErrorCode.throttled ? { retryAfter: WAIT_S } : {});
const CODES = [ErrorCode.passwordWrong, ErrorCode.userUnknown, ErrorCode.throttled] as const;

/** The terminal has answered; 0: it knows them, undefined: nothing came. */
function answered(world: World, code: number | undefined): void {
  world.isBusy = false;
  if (code === 0) world.isSignedIn = true;
  if (!code) return;
  world.refused = code;
  if (code === ErrorCode.passwordWrong) world.password = '';
  if (code === ErrorCode.throttled) world.until = Date.now() - SETTLE_MS + WAIT_S * 1000;
}

const isWaiting = ({ until }: World) => Date.now() < until;
const canType = ({ isBusy }: World) => !isBusy;

const acts: WalkAct<World>[] = [
  {
    name: 'types a name',
    weight: 2,
    can: canType,
    run: (world, random) => {
      const username = random.pick(['', 'admin', '7']);
      if (username === world.username) return '';
      type(t('login.user'), username);
      world.username = username;
      return username;
    },
  },
  {
    name: 'types a password',
    weight: 4,
    can: canType,
    run: (world, random) => {
      const password = random.pick(['', '123456', 'another']);
      if (password === world.password) return '';
      type(t('login.password'), password);
      Object.assign(world, { password, refused: undefined });
      return password;
    },
  },
  {
    name: 'signs in',
    weight: 8,
    can: (world) => !world.isBusy && !isWaiting(world),
    run: async (world, random) => {
      world.isSubmitted = true;
      if (world.username === '' || world.password === '') {
        press(t('login.submit'));
        return 'something is missing';
      }
      const how = random.pick(['known', 'refused', 'refused', 'refused', 'held', 'network'] as const);
      const code = how === 'refused' ? random.pick(CODES) : 0;
      if (how === 'refused') world.replies.refuse = failure(code);
      if (how === 'network') world.replies.refuse = new ApiError('network', 'chklogin');
      world.replies.hold = how === 'held';
      press(t('login.submit'));
      await pass();
      if (how === 'held') world.isBusy = true;
      else answered(world, how === 'network' ? undefined : code);
      return `${how} ${code}`;
    },
  },
  {
    name: 'the terminal answers at last',
    weight: 5,
    can: ({ isBusy }) => isBusy,
    run: async (world, random) => {
      const code = random.pick([0, ...CODES]);
      if (code === 0) world.replies.answer();
      else world.replies.fail(failure(code));
      await pass();
      answered(world, code);
      return String(code);
    },
  },
  {
    name: 'some of the wait goes by',
    weight: 3,
    can: isWaiting,
    run: () => pass(SOME_MS),
  },
  {
    name: 'signs out again',
    weight: 20,
    can: ({ isSignedIn }) => isSignedIn,
    run: async (world) => {
      await world.stage.leave();
      setSession(null);
      Object.assign(world, {
        username: '',
        password: '',
        isSubmitted: false,
        refused: undefined,
        until: 0,
        isSignedIn: false,
      });
      world.stage.comeBack();
    },
  },
];

function expected(world: World): string[] {
  const { username, password, isSubmitted, refused, isBusy, isSignedIn } = world;
  const ownError = isSubmitted && password === '' ? t('login.passwordRequired') : undefined;
  const error = refused === undefined ? ownError : oneLine(errorLines(refused));
  return [
    `${t('login.user')}: ${username}`,
    ...(isSubmitted && username === '' ? [`error ${t('login.userRequired')}`] : []),
    `${t('login.password')}: ${password}`,
    `[${t('ui.showPassword')}]`,
    ...(error ? [`error ${error}`] : []),
    `[${t('login.submit')}]${isWaiting(world) ? ' waits' : isBusy ? ' busy' : ''}`,
    `signed in: ${isSignedIn}`,
  ];
}

/** That it waits is seen, not how many seconds are left. */
function withoutSeconds(line: string): string {
  const match = /(\d+):(\d\d)\] off$/.exec(line);
  if (!match) return line;
  const time = minutesAndSeconds(Number(match[1]) * 60 + Number(match[2]));
  return line === `[${t('login.wait', { time })}] off` ? `[${t('login.submit')}] waits` : line;
}

walkTest('asks, waits and lets in, one try behind another', {
  seed: 5100,
  walks: 4,
  steps: 40,
  start,
  acts,
  expected,
  seen: () => [...screenLines().map(withoutSeconds), `signed in: ${currentSession() !== null}`],
  end: ({ replies }) => replies.fail(new ApiError('aborted', 'chklogin')),
});
