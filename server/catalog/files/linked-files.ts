import type { FieldError } from '#shared/errors.ts'
import { isFileList, splitFiles, parseLinked, toLinked } from '#shared/files.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import {
  findLibrary,
  findLinkedFiles,
  findLinkedPlace,
  listLibraries,
  listLinkedFiles,
} from '../../store/tables/asset-libraries.ts'
import { listFileDetails } from '../../store/tables/assets.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { listComparablesBehind, listComparablesFrom } from '../../store/tables/values.ts'

/** The fault of a value that names a library which the workspace does not have; undefined for every other. */
export function findLibraryFault(
  db: ReadableDb,
  value: unknown,
): Pick<FieldError, 'issue' | 'message'> | undefined {
  const linked = typeof value === 'string' ? parseLinked(value) : undefined
  if (!linked || findLibrary(db, linked.library)) return undefined
  return { issue: 'invalid_value', ...asMessage(message('library.not_known')) }
}

/** Whether an attribute may hold files: those of the workspace, linked ones and addresses. */
export function holdsFile({ traits, extras }: Attribute): boolean {
  return traits.media !== undefined || extras.constraints.kind === 'file'
}

/** The files that a value of an attribute names: several where it may hold a list. */
export function filesIn({ extras }: Attribute, value: unknown): unknown[] {
  return typeof value === 'string' && isFileList(extras.constraints) ? splitFiles(value) : [value]
}

export interface FileAttribute {
  readonly type: EntityType
  readonly attribute: Attribute
}

export function fileAttributes(db: ReadableDb): FileAttribute[] {
  return entityTypes.flatMap((type) =>
    attributesOf(db, type)
      .list.filter(holdsFile)
      .map((attribute) => ({ type, attribute })),
  )
}

const atOnce = 5000

/** The comparables of all values that name files of a library. */
export function listUsedPaths(db: ReadableDb, library: string): ReadonlySet<string> {
  const used = new Set<string>()
  const start = foldText(toLinked({ library, path: '' }))
  for (const { attribute } of fileAttributes(db)) {
    if (isFileList(attribute.extras.constraints)) {
      for (const file of eachListedFile(db, attribute)) if (file.startsWith(start)) used.add(file)
      continue
    }
    for (let behind = ''; ;) {
      const page = listComparablesFrom(db, attribute.id, { start, behind, limit: atOnce })
      page.forEach((comparable) => used.add(comparable))
      const last = page.at(-1)
      if (page.length < atOnce || last === undefined) break
      behind = last
    }
  }
  return used
}

/** The comparables of all files in the lists of an attribute. */
export function* eachListedFile(db: ReadableDb, { id }: Attribute): Generator<string> {
  for (const [, comparable] of eachList(db, id)) yield* splitFiles(comparable)
}

/** The entities whose list in an attribute has a file, by its comparable. */
export function listHoldersInLists(db: ReadableDb, { id }: Attribute, file: string): number[] {
  const holders: number[] = []
  for (const [entity, comparable] of eachList(db, id))
    if (splitFiles(comparable).includes(file)) holders.push(entity)
  return holders
}

function* eachList(db: ReadableDb, attribute: number): Generator<[entity: number, list: string]> {
  for (let behind: number | undefined = 0; behind !== undefined;) {
    const page: [number, string | number][] = listComparablesBehind(db, attribute, { behind, limit: atOnce })
    for (const [entity, comparable] of page) yield [entity, String(comparable)]
    behind = page.length < atOnce ? undefined : page.at(-1)?.[0]
  }
}

export interface NotHeldFiles {
  readonly not_held: number
  readonly first_not_held: readonly string[]
}

const maxListed = 100

/** The linked files that values name, which no copy of the workspace holds; null where there are none. */
export function listNotHeld(db: ReadableDb, _input: object): NotHeldFiles | null {
  let not_held = 0
  const first: string[] = []
  for (const { id, uuid: library } of listLibraries(db)) {
    const used = listUsedPaths(db, library)
    not_held += used.size
    for (let behind = ''; first.length < maxListed && used.size > 0;) {
      const page = listLinkedFiles(db, id, { behind, limit: atOnce })
      const values = page.map(({ path }) => toLinked({ library, path }))
      first.push(...values.filter((value) => used.has(foldText(value))))
      behind = page.at(-1)?.path ?? ''
      if (page.length < atOnce) break
    }
  }
  return not_held === 0 ? null : { not_held, first_not_held: first.slice(0, maxListed) }
}

export function isLibraryUsed(db: ReadableDb, library: string): boolean {
  const start = foldText(toLinked({ library, path: '' }))
  return fileAttributes(db).some(({ attribute }) =>
    isFileList(attribute.extras.constraints)
      ? [...eachListedFile(db, attribute)].some((file) => file.startsWith(start))
      : listComparablesFrom(db, attribute.id, { start, behind: '', limit: 1 }).length > 0,
  )
}

export interface LinkedFile {
  readonly hash: string
  readonly size: number
  /** In microseconds since 1970, as the file system says. */
  readonly modifiedAt: number
  readonly isThere: boolean
}

/** The facts of a linked file by the last scan; undefined where that has not seen it. */
export function readLinkedFile(
  db: ReadableDb,
  { library: uuid, path }: { readonly library: string; readonly path: string },
): LinkedFile | undefined {
  const library = findLibrary(db, uuid)
  const [found] = library ? findLinkedFiles(db, library.id, [path]) : []
  if (!found) return undefined
  const { hash, size, modifiedAt, state } = found
  return { hash, size, modifiedAt, isThere: state === 'there' }
}

/** The name that a linked file would have among stored ones; undefined where it is not there or not known. */
export function nameLinkedFile(db: ReadableDb, value: string): string | undefined {
  const linked = parseLinked(value)
  const file = linked && readLinkedFile(db, linked)
  if (!file?.isThere) return undefined
  const known = listFileDetails<{ readonly extension?: string }>(db, [file.hash]).get(file.hash)
  return known?.extension === undefined ? undefined : `${file.hash}.${known.extension}`
}

/** Where a linked file of these bytes lies. */
export function findLinkedByHash(db: ReadableDb, { hash }: { readonly hash: string }) {
  return findLinkedPlace(db, hash)
}
