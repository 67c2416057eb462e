/** Linked libraries: folders whose files values name and that are not copied (specification, Pictures §3). */
import type { AssetLibrary, MissingFile } from '#shared/schemas/asset-libraries.ts'
import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { toIso } from '#shared/iso-times.ts'
import { toLinked } from '#shared/files.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  findLibrary,
  insertLibrary,
  type LibraryRow,
  listLibraries,
  listMissingFiles,
  removeLibrary,
  renameLibrary,
} from '../../store/tables/asset-libraries.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { type Answer, checkName, maxNameLength, pageAnswer, requireFreeName } from '../answer.ts'
import { conflict, Faults, notFound } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findLinkedByHash, isLibraryUsed, listNotHeld, readLinkedFile } from '../files/linked-files.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { libraryScanWrites } from './library-scan.ts'

export const libraryReads = {
  listScannedLibraries,
  getScannedLibrary,
  listMissingLinked,
  readLinkedFile,
  findLinkedByHash,
  listNotHeld,
}
export const libraryWrites = {
  addLibrary,
  changeLibraryName,
  deleteLibrary,
  ...libraryScanWrites,
}

/** The library as a workspace stores it; only the data folder knows where its folder lies. */
export type ScannedLibrary = Omit<AssetLibrary, 'path' | 'is_on'>

function listScannedLibraries(db: ReadableDb, _input: object): ScannedLibrary[] {
  return listLibraries(db).map(toScanned)
}

function getScannedLibrary(db: ReadableDb, { id }: { readonly id: string }): ScannedLibrary {
  return toScanned(getLibrary(db, id))
}

function toScanned({ uuid, name, isAway, files, missing, scannedAt }: LibraryRow): ScannedLibrary {
  const last_scan = scannedAt === null ? null : toIso(scannedAt)
  return { id: uuid, name, is_away: isAway, files, missing, last_scan }
}

/** The library of an id; 404 for an unknown one. */
export function getLibrary(db: ReadableDb, id: string): LibraryRow {
  const uuid = parseUuid(id)
  const library = uuid && findLibrary(db, uuid)
  if (!library) throw notFound(message('library.of_id', { id }))
  return library
}

const libraryWord = 'library'

function addLibrary(
  tx: WritableDb,
  { name: sent }: { readonly name: string | undefined },
): { readonly id: string } {
  const { uuid } = nextIdentity(tx)
  insertLibrary(tx, { uuid, name: checkFreeName(tx, sent, '') })
  return { id: uuid }
}

function changeLibraryName(
  tx: WritableDb,
  { id, name: sent }: { readonly id: string; readonly name: string },
): null {
  const { uuid } = getLibrary(tx, id)
  renameLibrary(tx, { uuid, name: checkFreeName(tx, sent, uuid) })
  return null
}

function checkFreeName(tx: WritableDb, sent: string | undefined, uuid: string): string {
  const faults = new Faults()
  if (sent === undefined) faults.add('name', 'required')
  const name = checkName(sent, faults, maxNameLength)
  faults.throwIfAny()
  requireFreeName({ uuid, name }, listLibraries(tx), libraryWord)
  return name
}

/** Forgets a library and its files; 409 where values name them, which nothing could show any more. */
function deleteLibrary(tx: WritableDb, { id }: { readonly id: string }): ScannedLibrary {
  const library = getLibrary(tx, id)
  if (isLibraryUsed(tx, library.uuid)) throw conflict(message('library.in_use'))
  removeLibrary(tx, library.id)
  return toScanned(library)
}

/** The input that the job of a scan stores. */
export interface LibraryScanInput {
  readonly library: string
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

interface ListMissing {
  readonly id: string
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** A page of the files that values name and the last scan did not find, by their paths. */
function listMissingLinked(db: ReadableDb, { id, limit, offset, cursor, ...request }: ListMissing): Answer {
  const library = getLibrary(db, id)
  const faults = new Faults(request.faults)
  const mark = markList(db, ['missing files', library.uuid])
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  const behind = position ? String(position.values[0]) : ''
  const skipped = position ? 0 : offset
  const rows = listMissingFiles(db, library.id, { behind, limit: limit + 1, offset: skipped })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const valueOf = (path: string) => toLinked({ library: library.uuid, path })
  const entries = page.map(({ path, movedTo }): string => {
    const moved_to = movedTo === null ? null : valueOf(movedTo)
    return JSON.stringify({ path, value: valueOf(path), moved_to } satisfies MissingFile)
  })
  return pageAnswer(entries, {
    total: library.missing,
    limit,
    offset: skipped,
    has_more: rows.length > limit,
    next_cursor: encodeCursor(mark, last ? { entity: 1, values: [last.path] } : position),
  })
}
