/** A file on its way to the terminal: what may be sent, as what, and what of it is there. Pure. */
import { type BulkKind, type BulkStateReply, type BulkUploadRequest, bulkUploadLimits } from '@gen/bulk.ts';
import { isOf, nameOf, octetsThere } from '../../../lib/pieces.ts';

/** Most that a table may have; of an archive the contract's own limit. */
export const TABLE_MOST = 64 * 1024 * 1024;
export const ARCHIVE_MOST = bulkUploadLimits.total.max;
/** As they are told: in powers of 1000 and a little less. */
export const TOLD_MOST = { table: 64_000_000, photos: 1_000_000_000 } as const;

/** What the browser's dialog of files offers. */
export const ACCEPT = '.csv,.txt,.tsv,.xlsx,.dat,.zip';

export type FileKind = Exclude<BulkKind, 'edit'>;

/** What a table contains, which its name does not say. */
export type TableKind = Exclude<FileKind, 'photos'>;

/**
 * By the name: a workbook is a ZIP archive as well, and `.dat` is what terminals call their punches. undefined: neither a
 * table nor an archive.
 */
export function kindOf(name: string, table: TableKind = 'users'): FileKind | undefined {
  if (/\.(csv|txt|tsv|xlsx)$/i.test(name)) return table;
  if (/\.dat$/i.test(name)) return 'punches';
  return /\.zip$/i.test(name) ? 'photos' : undefined;
}

export type Complaint = 'kind' | 'empty' | 'large';

/** Why a file is not sent; undefined when it is. */
export function complaintOf({ name, size }: Pick<File, 'name' | 'size'>): Complaint | undefined {
  const kind = kindOf(name);
  if (kind === undefined) return 'kind';
  if (size === 0) return 'empty';
  return size > (kind === 'photos' ? ARCHIVE_MOST : TABLE_MOST) ? 'large' : undefined;
}

/** What is said with each of its pieces. */
export function wholeOf(file: File, table: TableKind = 'users'): Omit<BulkUploadRequest, 'offset'> {
  const name = nameOf(file, bulkUploadLimits.name.max);
  return { kind: kindOf(file.name, table) ?? table, total: file.size, name };
}

type Arriving = Pick<BulkStateReply, 'step' | 'own' | 'kind' | 'name' | 'total' | 'received'>;

/** What the tables of a job contain. */
export function tableOf({ kind }: Pick<BulkStateReply, 'kind'>): TableKind {
  return kind === 'punches' || kind === 'roster' ? kind : 'users';
}

/** Bytes of this very file that the terminal has. */
export function thereOf(state: Arriving, file: File, table: TableKind = 'users'): number {
  const { kind, name, total } = wholeOf(file, table);
  return state.kind === kind ? octetsThere(state, name, total) : 0;
}

/** Whether the terminal has a part of this very file. */
export function goesOn(state: Omit<Arriving, 'received'>, file: File): boolean {
  const { kind, name, total } = wholeOf(file, tableOf(state));
  return state.step === 'uploading' && state.kind === kind && isOf(state, name, total);
}
