/**
 * Scans a linked library: which of its files are new, changed, moved or missing. The bytes of a file are
 * read only where its size or time has changed; a file that lies elsewhere is known by its hash.
 */
import { basename, join } from 'node:path'
import type { LibraryScanResult } from '#shared/schemas/asset-libraries.ts'
import { toLinked } from '#shared/files.ts'
import { foldText } from '#shared/text.ts'
import { type FileFacts, isFaulty } from '../../catalog/assets/file-facts.ts'
import type { LibraryScanInput } from '../../catalog/assets/libraries.ts'
import {
  type FileMove,
  type FoundFile,
  type LinkedFileRow,
  listUninspected,
  readKnownFiles,
  type ScanState,
} from '../../catalog/assets/library-scan.ts'
import { listUsedPaths } from '../../catalog/files/linked-files.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type JobContext, ParserLimitExceeded, readStoredJob } from '../job-context.ts'
import { JobPace, stopIfClosing } from '../run-chunks.ts'
import { type HashedFile, hashLinkedFile, type LibraryListing, listLibraryFiles } from './library-files.ts'

const storedAtOnce = 500
const movedAtOnce = 50
const checkedEvery = 20
const inspectedAtOnce = 16
const lookedAtOnce = 2
const inspectMs = 20_000
const unusedMs = 60_000

/** Scans a library; a folder that is not there, or holds nothing any more, is away and changes nothing. */
export async function scanLibrary(context: JobContext): Promise<JobEnd> {
  const { input, checkpoint } = await readStoredJob(context, 'library_scan')
  const { library } = input
  const root = context.chosen.library_folder ?? ''
  const listing = root === '' ? undefined : await listLibraryFiles(root, context.signal)
  const known = readKnownFiles(context.read, library)
  if (!listing || isEmptied(listing, known)) {
    await context.call('noteLibraryAway', { library })
    return { status: 'completed', result: { ...emptyResult, library, is_away: true } }
  }
  const found = await findFiles(context, { library, root, listing, known })
  if (!found) return cancelledEnd
  const used = context.read((db) => listUsedPaths(db, library))
  const isUsed = (path: string) => used.has(foldText(toLinked({ library, path })))
  const gone = sortGone(known, { found, isUsed })
  const rewritten = await moveFiles(context, input, { moves: gone.moves, state: checkpoint ?? noMoves })
  if (rewritten.isCancelled) return cancelledEnd
  const { missing, moved, unused, moves } = gone
  await context.call('endLibraryScan', { library, files: found.files.size, missing, moved, unused })
  const targets = new Set(moves.map(({ to }) => to))
  await inspectFiles(context, root, found, (path) => isUsed(path) || targets.has(path))
  const { values, moved: count } = rewritten.state
  const result: LibraryScanResult = {
    library,
    is_away: false,
    files: found.files.size,
    new: found.added.filter((path) => !targets.has(path)).length,
    changed: found.changed,
    moved: count,
    missing: missing.length,
    left_out: listing.leftOut + found.tooLarge,
    values,
    edit_id: values > 0 ? input.edit_id : null,
  }
  return { status: 'completed', result }
}

/** A disk that is not mounted leaves an empty folder. */
function isEmptied({ paths }: LibraryListing, known: ReadonlyMap<string, LinkedFileRow>): boolean {
  return paths.length === 0 && [...known.values()].some(({ state }) => state === 'there')
}

const noMoves: ScanState = { moved: 0, values: 0 }

const emptyResult = {
  files: 0,
  new: 0,
  changed: 0,
  moved: 0,
  missing: 0,
  left_out: 0,
  values: 0,
  edit_id: null,
} as const

interface Scanning {
  readonly library: string
  readonly root: string
  readonly listing: LibraryListing
  readonly known: ReadonlyMap<string, LinkedFileRow>
}

/** Hashes what has changed and stores it in batches; undefined where the job was cancelled. */
async function findFiles(
  context: JobContext,
  { library, root, listing, known }: Scanning,
): Promise<FilesOnDisk | undefined> {
  const found = new FilesOnDisk(known)
  const pace = new JobPace(context, listing.paths.length)
  const store = async (atLeast: number) => {
    const files = found.takeChanges(atLeast)
    if (files.length > 0) await context.call('storeLinkedFiles', { library, files })
  }
  for (const [index, path] of listing.paths.entries()) {
    if (index % checkedEvery === 0 && (await pace.isCancelledAt(index))) return undefined
    found.add(path, await hashLinkedFile(join(root, path), known.get(path), context.signal))
    await store(storedAtOnce)
  }
  await store(1)
  found.keepBelow(listing.unreadable)
  return found
}

/** The files that are there, and how they differ from those of the last scan. */
class FilesOnDisk {
  /** The hashes of files by their paths. */
  readonly files = new Map<string, string>()
  readonly added: string[] = []
  changed = 0
  tooLarge = 0
  readonly #known: ReadonlyMap<string, LinkedFileRow>
  #changes: FoundFile[] = []

  constructor(known: ReadonlyMap<string, LinkedFileRow>) {
    this.#known = known
  }

  /** Takes a file; one that cannot be read now is as it was. */
  add(path: string, file: HashedFile | 'too_large' | undefined): void {
    const before = this.#known.get(path)
    if (file === undefined) this.#keep(before)
    else if (file === 'too_large') this.tooLarge += 1
    else this.#put({ path, hash: file.hash, size: file.size, modifiedAt: file.modifiedAt }, before)
  }

  #put(file: FoundFile, before: LinkedFileRow | undefined): void {
    this.files.set(file.path, file.hash)
    if (before === undefined) this.added.push(file.path)
    else if (before.hash !== file.hash) this.changed += 1
    const isSame =
      before?.state === 'there' && before.hash === file.hash && before.modifiedAt === file.modifiedAt
    if (!isSame) this.#changes.push(file)
  }

  #keep(before: LinkedFileRow | undefined): void {
    if (before?.state === 'there') this.files.set(before.path, before.hash)
  }

  /** Files in a folder that cannot be read now count as neither gone nor changed. */
  keepBelow(folders: readonly string[]): void {
    if (folders.length === 0) return
    for (const file of this.#known.values())
      if (folders.some((folder) => file.path.startsWith(folder))) this.#keep(file)
  }

  /** The rows to store; none while they are fewer than asked for. */
  takeChanges(atLeast: number): FoundFile[] {
    if (this.#changes.length < atLeast) return []
    const changes = this.#changes
    this.#changes = []
    return changes
  }
}

interface GoneFiles {
  readonly moves: readonly FileMove[]
  readonly missing: readonly string[]
  readonly moved: readonly string[]
  readonly unused: readonly string[]
}

interface Sorting {
  readonly found: FilesOnDisk
  readonly isUsed: (path: string) => boolean
}

/**
 * Decides about known files that are not there: those whose bytes lie elsewhere have moved. A move whose
 * rewriting was undone is not made again, and such a file is missing.
 */
function sortGone(known: ReadonlyMap<string, LinkedFileRow>, { found, isUsed }: Sorting): GoneFiles {
  const places = new FilePlaces(found)
  const gone = {
    moves: [] as FileMove[],
    missing: [] as string[],
    moved: [] as string[],
    unused: [] as string[],
  }
  for (const [path, { hash, movedTo }] of known) {
    if (found.files.has(path)) continue
    const to = isUsed(path) && movedTo === null ? places.take(hash, path) : undefined
    if (to !== undefined) gone.moves.push({ from: path, to })
    else if (isUsed(path)) gone.missing.push(path)
    else if (movedTo !== null) gone.moved.push(path)
    else gone.unused.push(path)
  }
  return gone
}

/** Where bytes lie now: new files before those that were there, and of these one of the same name first. */
class FilePlaces {
  readonly #byHash = new Map<string, string[]>()
  readonly #added: Set<string>

  constructor({ files, added }: FilesOnDisk) {
    this.#added = new Set(added)
    for (const [path, hash] of files) {
      const paths = this.#byHash.get(hash)
      if (paths) paths.push(path)
      else this.#byHash.set(hash, [path])
    }
  }

  /** A new file is the place of one that has moved; a second one with these bytes goes to the next. */
  take(hash: string, from: string): string | undefined {
    const paths = this.#byHash.get(hash) ?? []
    const fresh = paths.filter((path) => this.#added.has(path))
    const offered = fresh.length > 0 ? fresh : paths
    const named = offered.find((path) => basename(path) === basename(from))
    const place = named ?? offered[0]
    if (place !== undefined && fresh.length > 1) this.#added.delete(place)
    return place
  }
}

interface Moving {
  readonly moves: readonly FileMove[]
  readonly state: ScanState
}

async function moveFiles(
  context: JobContext,
  { library, edit_id, context: by }: LibraryScanInput,
  { moves, state: before }: Moving,
): Promise<{ readonly state: ScanState; readonly isCancelled: boolean }> {
  let state = before
  for (let start = 0; start < moves.length; start += movedAtOnce) {
    stopIfClosing(context)
    const moved = await context.call('moveLinkedFiles', {
      jobId: context.jobId,
      library,
      moves: moves.slice(start, start + movedAtOnce),
      context: { ...by, edit_id },
      state,
      total: moves.length,
    })
    state = moved.state
    if (moved.isCancelled) return { state, isCancelled: true }
  }
  return { state, isCancelled: false }
}

/** Looks into files that nobody has looked into: those that values name, and of the others for a minute. */
async function inspectFiles(
  context: JobContext,
  root: string,
  { files }: FilesOnDisk,
  isUsed: (path: string) => boolean,
): Promise<void> {
  const paths = [...new Map([...files].map(([path, hash]) => [hash, path] as const))]
  const ends = performance.now() + unusedMs
  const [used, others] = [true, false].map((wanted) => paths.filter(([, path]) => isUsed(path) === wanted))
  for (const [list = [], mayEnd] of [
    [used, false],
    [others, true],
  ] as const)
    for (let start = 0; start < list.length; start += inspectedAtOnce) {
      if (context.signal.aborted || (mayEnd && performance.now() > ends)) return
      const some = new Map(list.slice(start, start + inspectedAtOnce))
      const lacking = context.read((db) => listUninspected(db, [...some.keys()]))
      const facts = await inspectSome(
        context,
        lacking.map((hash) => join(root, some.get(hash) ?? '')),
      )
      if (facts.length > 0) await context.call('storeFileFacts', { facts })
    }
}

/** Looks into files by the processes that are kept for pictures: starting one takes longer than most files. */
async function inspectSome(context: JobContext, paths: readonly string[]): Promise<FileFacts[]> {
  const facts: FileFacts[] = []
  const waiting = paths.values()
  const work = async (): Promise<void> => {
    for (const path of waiting) facts.push(...(await inspectOne(context, path)))
  }
  await Promise.all(Array.from({ length: lookedAtOnce }, work))
  return facts
}

async function inspectOne({ parseApart, signal }: JobContext, path: string): Promise<FileFacts[]> {
  try {
    const limits = { signal, timeoutMs: inspectMs, isPicture: true }
    const inspected = await parseApart('inspectFiles', { files: [{ path }] }, limits)
    return inspected.filter((file): file is FileFacts => !isFaulty(file))
  } catch (error) {
    // A file that breaks its process is not looked into, and the next one is.
    if (error instanceof ParserLimitExceeded) return []
    throw error
  }
}
