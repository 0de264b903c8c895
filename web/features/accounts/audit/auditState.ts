/** Filters and page of the audit log, stored in the URL so that back, reload and a sent link show the same entries. */
import {
  type AuditImportance,
  type AuditlistRequest,
  auditImportanceWords,
  auditlistLimits as limits,
} from '@gen/accounts.ts';
import { settingPages } from '../../../lib/settingPages.ts';

export interface AuditState {
  readonly account: string;
  /** Object of the change, as the terminal writes it. */
  readonly object: string;
  readonly importance: AuditImportance | null;
  /** Days YYYY-MM-DD, both included, in the browser's zone; '' none. */
  readonly from: string;
  readonly to: string;
  readonly before: number;
  readonly after: number;
}

export const WHOLE_LOG: AuditState = {
  account: '',
  object: '',
  importance: null,
  from: '',
  to: '',
  before: 0,
  after: 0,
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const day = (text: string | null): string => (text !== null && DAY.test(text) && momentOf(text) > 0 ? text : '');

function key(text: string | null): number {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}

/** A URL may have been typed: invalid parts are ignored. */
export function readAudit(params: URLSearchParams): AuditState {
  const before = key(params.get('before'));
  return {
    account: (params.get('account') ?? '').slice(0, limits.account.max),
    object: (params.get('object') ?? '').slice(0, limits.object.max),
    importance: auditImportanceWords.find((one) => one === params.get('importance')) ?? null,
    from: day(params.get('from')),
    to: day(params.get('to')),
    before,
    after: before > 0 ? 0 : key(params.get('after')),
  };
}

export function writeAudit(state: AuditState): URLSearchParams {
  const said = Object.entries(state).filter(([, value]) => value !== '' && value !== null && value !== 0);
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
}

/** Another filter starts with the newest entry. */
export function changeAudit(state: AuditState, change: Partial<AuditState>): AuditState {
  return { ...state, before: 0, after: 0, ...change };
}

export function isFiltered(state: AuditState): boolean {
  return writeAudit(changeAudit(state, {})).size > 0;
}

/** Second at which a day, or the next one, begins in the browser's zone. */
function momentOf(text: string, next = 0): number {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return Math.floor(new Date(year, month - 1, date + next).getTime() / 1000);
}

export function auditRequest(state: AuditState): AuditlistRequest {
  const { account, object, importance, from, to, before, after } = state;
  return {
    ...(account.trim() === '' ? {} : { account: account.trim() }),
    ...(object === '' ? {} : { object }),
    ...(importance === null ? {} : { importance }),
    ...(from === '' ? {} : { from: momentOf(from) }),
    ...(to === '' ? {} : { to: momentOf(to, 1) - 1 }),
    ...(before === 0 ? {} : { before }),
    ...(after === 0 ? {} : { after }),
  };
}

/** The pair whose settings are shown, if the object is a pair. */
export function pairOf({ object }: AuditState): string | null {
  return settingPages.find(({ pair }) => object === `setting ${pair}`)?.pair ?? null;
}
