/** Files that a match has not placed: they are stored for 30 days, until somebody places them. */
import { assetStatuses } from '#shared/assets.ts'
import type { FieldError } from '#shared/errors.ts'
import { toIso } from '#shared/iso-times.ts'
import type { UnplacedFile } from '#shared/schemas/assets.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  countUnplaced,
  listUnplaced,
  putUnplaced,
  removeUnplaced,
  findPlanRows,
  listPlanPositions,
} from '../../store/tables/assets.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { detectFileKind } from '../files/file-kinds.ts'
import { addFile, toPath } from '../files/stored-files.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import type { StoredPlan } from './plan-files.ts'

export const unplacedReads = { listUnplacedFiles }
export const unplacedWrites = { storeUnplacedFiles, forgetUnplacedFiles }

interface StoreUnplaced {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[]
}

function storeUnplacedFiles(tx: WritableDb, { files }: StoreUnplaced): null {
  for (const { name, bytes } of files) {
    const kind = detectFileKind(bytes)
    if (kind) putUnplaced(tx, { name, hash: addFile(tx, { bytes, ...kind }).hash })
  }
  return null
}

/** Files that were placed are no longer listed. */
function forgetUnplacedFiles(tx: WritableDb, { hashes }: { readonly hashes: readonly string[] }): null {
  removeUnplaced(tx, hashes)
  return null
}

interface ListUnplacedFiles {
  readonly name?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** A page of the files that matches have not placed, by their names. */
function listUnplacedFiles(
  db: ReadableDb,
  { name: wanted, limit, offset, cursor, ...request }: ListUnplacedFiles,
): Answer {
  const faults = new Faults(request.faults)
  const mark = markList(db, ['unplaced files', wanted ?? ''])
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  const [name, hash] = (position?.values ?? ['', '']).map(String)
  const skipped = position ? 0 : offset
  const page = { behind: [name ?? '', hash ?? ''] as const, name: wanted, offset: skipped, limit: limit + 1 }
  const rows = listUnplaced(db, page)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const entries = shown.map(({ created_at, extension, ...file }): string => {
    const path = toPath(file.hash, extension)
    return JSON.stringify({ ...file, path, created_at: toIso(created_at) } satisfies UnplacedFile)
  })
  return pageAnswer(entries, {
    total: countUnplaced(db, wanted),
    limit,
    offset: skipped,
    has_more: rows.length > limit,
    next_cursor: encodeCursor(mark, last ? { entity: 1, values: [last.name, last.hash] } : position),
  })
}

const openStatuses = assetStatuses.filter((status) => status === 'unmatched' || status === 'ambiguous')

/** The hashes of the rows of a plan that were placed, and the rows with a file that found no product. */
export function readOpenRows(
  db: ReadableDb,
  match: string,
  placedRows: readonly number[],
): { readonly placed: readonly string[]; readonly open: readonly StoredPlan[] } {
  const isPlaced = new Set(placedRows)
  const positions = listPlanPositions(db, match, openStatuses).filter((position) => !isPlaced.has(position))
  const placed = findPlanRows<StoredPlan>(db, match, placedRows).flatMap(({ plan }) => plan.hash ?? [])
  const open = findPlanRows<StoredPlan>(db, match, positions).map(({ plan }) => plan)
  return { placed, open: open.filter(({ hash }) => hash !== null) }
}
