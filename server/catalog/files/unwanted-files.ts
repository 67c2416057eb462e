import { isFileList } from '#shared/file-lists.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { listGeneratedFiles, removeFiles } from '../../store/tables/files.ts'
import { listUnchangedValues } from '../../store/tables/proposals.ts'
import { listReplacedFiles } from '../../store/tables/recent-uses.ts'
import { trashedTexts } from '../../store/tables/trash.ts'
import { listUnknownComparables } from '../../store/tables/values.ts'
import { listOldUnplaced, removeUnplaced } from '../../store/tables/unplaced-files.ts'
import { eachListedFile, fileAttributes } from './linked-files.ts'
import { toPath } from './stored-files.ts'

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

const path = /files\/([0-9a-f]{64})\./g

function namedHashes(db: ReadableDb, attributes: readonly number[], since: number): ReadonlySet<string> {
  const texts = [...listUnchangedValues(db, { attributes, since }), ...trashedTexts(db, 'files/')]
  return new Set(texts.flatMap((text) => [...text.matchAll(path)].map(([, hash = '']) => hash)))
}
