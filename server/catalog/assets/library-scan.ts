/** The writes of a scan of a linked library: the files found, and values that name a moved file. */
import { isFileList, toLinked } from '#shared/files.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Json, parseJson } from '../../store/database/json.ts'
import {
  findLibrary,
  type LinkedFileRow,
  listLinkedFiles,
  markLinkedFiles,
  noteAway,
  noteMoved,
  noteScan,
  putLinkedFiles,
  removeLinkedFiles,
} from '../../store/tables/asset-libraries.ts'
import { listFileDetails, putFileDetails } from '../../store/tables/assets.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { type Document, listEntityRows } from '../../store/tables/entities.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { findByComparable } from '../../store/tables/values.ts'
import { readValue } from '../entities/current-values.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults, notFound } from '../errors.ts'
import { message } from '#shared/messages/message.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type FileAttribute, fileAttributes, filesIn, listHoldersInLists } from '../files/linked-files.ts'
import type { FileFacts } from './file-facts.ts'

export type { LinkedFileRow }
export type FoundFile = Omit<LinkedFileRow, 'state' | 'movedTo'>

/** How far a scan has come that was interrupted. */
export interface ScanState {
  readonly moved: number
  readonly values: number
}

export const libraryScanWrites = {
  storeLinkedFiles,
  storeFileFacts,
  moveLinkedFiles,
  endLibraryScan,
  noteLibraryAway,
}

function idOf(db: ReadableDb, uuid: string): number {
  const library = findLibrary(db, uuid)
  if (!library) throw notFound(message('library.of_id', { id: uuid }))
  return library.id
}

const atOnce = 5000

/** All files of a library as the last scan has left them, by their paths. */
export function readKnownFiles(
  read: <T>(fn: (db: ReadableDb) => T) => T,
  library: string,
): Map<string, LinkedFileRow> {
  const known = new Map<string, LinkedFileRow>()
  for (let behind = ''; ;) {
    const page = read((db) => listLinkedFiles(db, idOf(db, library), { behind, limit: atOnce }))
    for (const file of page) known.set(file.path, file)
    const last = page.at(-1)
    if (page.length < atOnce || last === undefined) return known
    behind = last.path
  }
}

/** The hashes among the given ones whose files have not been inspected. */
export function listUninspected(db: ReadableDb, hashes: readonly string[]): string[] {
  const known = listFileDetails(db, hashes)
  return hashes.filter((hash) => !known.has(hash))
}

interface StoreFound {
  readonly library: string
  readonly files: readonly FoundFile[]
}

export function storeLinkedFiles(tx: WritableDb, { library, files }: StoreFound): null {
  putLinkedFiles(tx, idOf(tx, library), files)
  return null
}

function storeFileFacts(tx: WritableDb, { facts }: { readonly facts: readonly FileFacts[] }): null {
  putFileDetails(
    tx,
    facts.map((details) => ({ hash: details.hash, details })),
  )
  return null
}

export interface FileMove {
  readonly from: string
  readonly to: string
}

interface MoveFiles {
  readonly jobId: string
  readonly library: string
  readonly moves: readonly FileMove[]
  readonly context: Omit<WriteContext, 'job_id'>
  readonly state: ScanState
  readonly total: number
}

/**
 * Rewrites the values that name moved files, all of a file in one transaction. A value that its attribute
 * refuses stays as it is.
 */
function moveLinkedFiles(
  tx: WritableDb,
  { jobId, library, moves, context, state: before, total }: MoveFiles,
): { readonly state: ScanState; readonly isCancelled: boolean } {
  const id = idOf(tx, library)
  const attributes = fileAttributes(tx)
  let values = 0
  for (const move of moves) {
    for (const attribute of attributes)
      values += rewriteValues(tx, library, { move, attribute, context: { ...context, job_id: jobId } })
    noteMoved(tx, id, move)
  }
  const state = { moved: before.moved + moves.length, values: before.values + values }
  return { state, ...saveJobProgress(tx, jobId, { current: state.moved, total, checkpoint: state }) }
}

interface Rewriting {
  readonly move: FileMove
  readonly attribute: FileAttribute
  readonly context: WriteContext
}

const maxHolders = 100_000

function rewriteValues(
  tx: WritableDb,
  library: string,
  { move, attribute: { type, attribute }, context }: Rewriting,
): number {
  const [from, to] = [move.from, move.to].map((path) => toLinked({ library, path }))
  const comparable = foldText(from ?? '')
  const isList = isFileList(attribute.extras.constraints)
  const holders = isList
    ? listHoldersInLists(tx, attribute, comparable)
    : findByComparable(tx, attribute.id, comparable, maxHolders)
  const filesOf = (row: { readonly attributes: Json<Document> }) =>
    filesIn(attribute, readValue(parseJson(row.attributes), attribute.key))
  // The comparable of a path in other capitals is the same.
  const rows = listEntityRows(tx, holders).filter((row) => filesOf(row).includes(from))
  let count = 0
  for (const row of rows) {
    const faults = new Faults()
    const written = isList ? filesOf(row).map((file) => (file === from ? to : file)) : to
    const writes = parseWrites(attributesOf(tx, type), { [attribute.key]: written }, faults)
    try {
      tx.nested(() => updateFrom(tx, row, { type, parent: undefined, writes }, faults, context))
      count += 1
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
    }
  }
  return count
}

interface EndScan {
  readonly library: string
  readonly files: number
  /** Missing files by what they are now, and those that no value names. */
  readonly missing: readonly string[]
  readonly moved: readonly string[]
  readonly unused: readonly string[]
}

/** Notes the end of a scan: what was not found and is named stays known as missing. */
function endLibraryScan(tx: WritableDb, { library, files, missing, moved, unused }: EndScan): null {
  const id = idOf(tx, library)
  markLinkedFiles(tx, id, { paths: missing, state: 'missing' })
  markLinkedFiles(tx, id, { paths: moved, state: 'moved' })
  removeLinkedFiles(tx, id, unused)
  noteScan(tx, { id, files, missing: missing.length })
  return null
}

function noteLibraryAway(tx: WritableDb, { library }: { readonly library: string }): null {
  noteAway(tx, idOf(tx, library))
  return null
}
