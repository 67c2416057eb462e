import { createHash } from 'node:crypto'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { isFileList, type GeneratedBy } from '#shared/files.ts'
import {
  listReplacedFiles,
  findExtension,
  findFile,
  insertFile,
  type StoredFile,
  listGeneratedFiles,
  removeFiles,
} from '../../store/tables/files.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { detectFileKind, storableExtensions } from './file-kinds.ts'
import { listUnchangedValues } from '../../store/tables/proposals.ts'
import { trashedTexts } from '../../store/tables/trash.ts'
import { listUnknownComparables } from '../../store/tables/values.ts'
import { listOldUnplaced, removeUnplaced } from '../../store/tables/assets.ts'
import { eachListedFile, fileAttributes } from './linked-files.ts'

export interface NewFile {
  readonly bytes: Uint8Array
  readonly media_type: string
  readonly extension: string
  readonly generated_by?: GeneratedBy
}

/** Stores a file and returns the relative reference that an image attribute holds (decisions, Files). */
export function addFile(
  tx: WritableDb,
  { bytes, media_type, extension, generated_by }: NewFile,
): { hash: string; path: string } {
  const hash = hashBytes(bytes)
  insertFile(tx, { hash, extension, media_type, bytes, generated_by })
  return { hash, path: toPath(hash, extension) }
}

export interface UploadedFile {
  readonly bytes: Uint8Array | undefined
  readonly faults: readonly FieldError[]
  readonly context?: WriteContext
}

/**
 * Stores an uploaded file: 201, or 200 where the workspace has the same bytes. Its content decides its
 * kind.
 */
export function storeFile(tx: WritableDb, { bytes, faults: structural }: UploadedFile): Answer {
  const faults = new Faults(structural)
  const kind = bytes && detectFileKind(bytes)
  if (bytes === undefined) {
    if (faults.isEmpty) faults.add('file', 'required')
  } else if (kind === undefined) faults.add('file', 'invalid_value', storableExtensions)
  faults.throwIfAny()

  const { bytes: content, ...file } = { bytes: bytes as Uint8Array, ...(kind as NonNullable<typeof kind>) }
  const hash = hashBytes(content)
  const known = findFile(tx, hash)
  if (known === undefined) insertFile(tx, { hash, bytes: content, ...file })
  const { extension, media_type } = known ?? file
  const answer = { hash, path: toPath(hash, extension), media_type, size: content.byteLength }
  return dataAnswer(known === undefined ? 201 : 200, JSON.stringify(answer), `/files/${hash}`)
}

export function readFile(db: ReadableDb, { hash }: { readonly hash: string }): StoredFile | undefined {
  return findFile(db, hash)
}

export function pathOf({ bytes, extension }: Pick<NewFile, 'bytes' | 'extension'>): string {
  return toPath(hashBytes(bytes), extension)
}

const path = /^files\/([0-9a-f]{64})\.([a-z0-9]+)$/

/** The fault of a value that names a missing file of the workspace; undefined for every other value. */
export function findPathFault(
  db: ReadableDb,
  value: unknown,
): Pick<FieldError, 'issue' | 'message'> | undefined {
  const [, hash, extension] = (typeof value === 'string' && path.exec(value)) || []
  if (hash === undefined) return undefined
  const stored = findExtension(db, hash)
  if (stored === extension) return undefined
  const message =
    stored === undefined
      ? 'The workspace keeps no file with this hash. Send the file to POST /files and write the path that the answer names.'
      : `The workspace keeps this file as ${toPath(hash, stored)}. Write that.`
  return { issue: 'referenced_entity_not_found', message }
}

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function toPath(hash: string, extension: string): string {
  return `files/${hash}.${extension}`
}

/** Generated files are kept this long after a rejection, which may have been a mistake. */
const retentionMs = 30 * 24 * 60 * 60 * 1000
/** The former files of an image can be restored for this long. */
const versionMs = 90 * 24 * 60 * 60 * 1000
const atOnce = 200
const unplacedAtOnce = 2000

/**
 * Removes generated pictures and videos that no entity holds, the trash included, thirty days after their
 * last proposal was rejected or superseded, and files that no match has placed. Returns the position to continue from, undefined at the end.
 */
export function removeUnwantedFiles(
  tx: WritableDb,
  { behind }: { readonly behind: string },
): { readonly behind: string | undefined } {
  const before = Date.now() - retentionMs
  if (behind === '') removeOldUnplaced(tx, before)
  const made = listGeneratedFiles(tx, { behind, before, limit: atOnce })
  if (made.length === 0) return { behind: undefined }
  removeUnheld(tx, made, before)
  return { behind: made.length < atOnce ? undefined : made.at(-1)?.hash }
}

/** Forgets files that no match has placed for thirty days, with their bytes where nothing else holds them. */
function removeOldUnplaced(tx: WritableDb, before: number): void {
  const old = listOldUnplaced(tx, { before, limit: unplacedAtOnce })
  if (old.length === 0) return
  removeUnheld(tx, old, before)
  removeUnplaced(
    tx,
    old.map(({ hash }) => hash),
  )
}

function removeUnheld(
  tx: WritableDb,
  files: readonly { readonly hash: string; readonly extension: string }[],
  before: number,
): void {
  const all = fileAttributes(tx).map(({ attribute }) => attribute)
  const attributes = all.map(({ id }) => id)
  const named = namedHashes(tx, attributes, before)
  const versions = listReplacedFiles(tx, Date.now() - versionMs)
  const unnamed = files.filter(({ hash }) => !named.has(hash) && !versions.has(hash))
  const places = unnamed.map(({ hash, extension }) => toPath(hash, extension))
  const listed = new Set(
    all
      .filter(({ extras }) => isFileList(extras.constraints))
      .flatMap((attribute) => [...eachListedFile(tx, attribute)]),
  )
  const unheld = attributes.reduce(
    (left, attribute) => listUnknownComparables(tx, attribute, left),
    places.filter((place) => !listed.has(place)),
  )
  removeFiles(
    tx,
    unnamed.filter((_, index) => unheld.includes(places[index] ?? '')).map(({ hash }) => hash),
  )
}

const namedPath = /files\/([0-9a-f]{64})\./g

function namedHashes(db: ReadableDb, attributes: readonly number[], since: number): ReadonlySet<string> {
  const texts = [...listUnchangedValues(db, { attributes, since }), ...trashedTexts(db, 'files/')]
  return new Set(texts.flatMap((text) => [...text.matchAll(namedPath)].map(([, hash = '']) => hash)))
}
