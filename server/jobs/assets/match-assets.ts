import { join, sep } from 'node:path'
import type { AssetMatchInput } from '../../catalog/assets/check-match.ts'
import { type FileFacts, type InspectedFile, isFaulty } from '../../catalog/assets/file-facts.ts'
import { FileMatcher, readProductKeys } from '../../catalog/assets/file-matcher.ts'
import { placingOf, summarizePlan } from '../../catalog/assets/stored-plan.ts'
import { type MatchedFile, planFiles } from '../../catalog/assets/plan-files.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import { listPictureFiles } from '../../catalog/imports/read/picture-files.ts'
import { assetStatuses, maxMatchedFiles } from '#shared/assets.ts'
import type { AssetMatchResult } from '#shared/jobs.ts'
import { type LinkedPath, toLinked } from '#shared/files.ts'
import { message } from '#shared/messages/message.ts'
import { tableOf } from '#shared/text.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { conflict } from '../../catalog/errors.ts'
import { type JobContext, ParserLimitExceeded, readStoredJob } from '../job-context.ts'
import type { MatchedLibrary } from '../job-files.ts'
import { JobPace } from '../run-chunks.ts'
import { applyRows } from './apply-assets.ts'
import type { FileToInspect } from './inspect-files.ts'
import { describeLarge, listLibraryFiles } from './library-files.ts'
import { readSentFiles } from './match-folder.ts'

/** A file of a match: its name as sent, and where its bytes are. */
type SourceFile =
  | { readonly name: string; readonly folder: string; readonly path: string }
  | { readonly name: string; readonly folder: string; readonly linked: LinkedPath }
  | { readonly name: string; readonly hash: string }

// Starting the process costs as much as looking at a hundred small pictures.
const inspectedAtOnce = 64
const storedAtOnce = 500
const secondsPerFile = 12

/**
 * Looks at files, finds their products and stores the plan; without a dry run it is applied at once. After
 * an interruption it begins again, or goes on applying.
 */
export async function matchAssets(context: JobContext): Promise<JobEnd> {
  const { input, checkpoint } = await readStoredJob(context, 'asset_match')
  const match = input as AssetMatchInput
  const isPlanned = checkpoint !== undefined || (await makePlan(context, match))
  if (!isPlanned) return cancelledEnd
  const { counts, rows } = context.read((db) => summarizePlan(db, context.jobId))
  const all = tableOf(assetStatuses, (status) => counts[status] ?? 0)
  const files = Object.values(all).reduce((sum, count) => sum + count, 0)
  const result: AssetMatchResult = { files, counts: all, edit_id: null }
  if (match.dry_run) return { status: 'completed', result }
  const order = {
    match: context.jobId,
    rows,
    conflicts: [],
    placing: placingOf(match),
    edit_id: match.edit_id,
    context: match.context,
  }
  const applied = await applyRows(context, order, checkpoint)
  return { status: applied.status, result: { ...result, ...applied.result } }
}

/** Stores the plan; false where the job was cancelled, which leaves nothing. */
async function makePlan(context: JobContext, input: AssetMatchInput): Promise<boolean> {
  const { read, call, jobId } = context
  const sources = await listSources(context, input)
  const pace = new JobPace(context, sources.length)
  const matcher = new FileMatcher(input.rules, readProductKeys(read, input.rules))
  const files: MatchedFile[] = []
  const facts: FileFacts[] = []
  for (let start = 0; start < sources.length; start += inspectedAtOnce) {
    if (await pace.isCancelledAt(start)) return false
    const some = sources.slice(start, start + inspectedAtOnce)
    const inspected = await inspect(context, some)
    some.forEach((source, index) => {
      const found: InspectedFile = inspected[index] ?? { fault: 'damaged' }
      if (!isFaulty(found)) facts.push(found)
      files.push(toMatched(source, found, matcher))
    })
  }
  const rows = read((db) => planFiles(db, input, files))
  for (let start = 0; start === 0 || start < rows.length; start += storedAtOnce) {
    const isCancelled = await pace.isCancelledAt(sources.length)
    const part = isCancelled ? [] : rows.slice(start, start + storedAtOnce)
    const known = isCancelled ? [] : facts.slice(start, start + storedAtOnce)
    await call('storeAssetPlan', { jobId, rows: part, facts: known, isFirst: isCancelled || start === 0 })
    if (isCancelled) return false
  }
  return true
}

function toMatched(source: SourceFile, inspected: InspectedFile, matcher: FileMatcher): MatchedFile {
  const texts = isFaulty(inspected) ? {} : inspected.texts
  const { name, ...match } = matcher.match(source.name, texts)
  return {
    ...match,
    name: source.name,
    base: name.base,
    copy: name.copy,
    path: 'path' in source ? source.path : null,
    linked: 'linked' in source ? toLinked(source.linked) : undefined,
    inspected,
  }
}

/** The files of a match in the order of their names, as their bytes are found; hidden files are left out. */
async function listSources(
  { chosen, signal }: JobContext,
  { files }: AssetMatchInput,
): Promise<SourceFile[]> {
  const { files_folder: folder, sent_folder: sent, matched_library: library } = chosen
  if (files) return files.map(({ name, hash }) => ({ name, hash }))
  if (sent !== undefined) {
    const parts = await readSentFiles(sent)
    return parts.map(({ name, part }) => ({ name, folder: sent, path: part }))
  }
  if (library) return listLinked(library, signal)
  if (folder === undefined) throw conflict(message('asset.plan_gone'))
  const paths = await listPictureFiles(folder, signal)
  const shown = paths.filter((path) => !path.split(sep).some((step) => step.startsWith('.')))
  if (shown.length > maxMatchedFiles)
    throw conflict(message('picture.too_many_files', { count: maxMatchedFiles }))
  return shown.map((path) => ({ name: path.split(sep).join('/'), folder, path }))
}

/** The files of a library below a folder of it, whose names begin behind that folder. */
async function listLinked({ id, root, below }: MatchedLibrary, signal: AbortSignal): Promise<SourceFile[]> {
  const listing = await listLibraryFiles(root, signal)
  if (!listing) throw conflict(message('library.away'))
  const paths = listing.paths.filter((path) => path.startsWith(below))
  if (paths.length > maxMatchedFiles)
    throw conflict(message('picture.too_many_files', { count: maxMatchedFiles }))
  return paths.map((path) => ({
    name: path.slice(below.length),
    folder: root,
    linked: { library: id, path },
  }))
}

/** Looks at files together; where one of them breaks its process, at each by itself. */
async function inspect(context: JobContext, sources: readonly SourceFile[]): Promise<InspectedFile[]> {
  const files = sources.map((source): FileToInspect => {
    if ('path' in source) return { path: join(source.folder, source.path) }
    if ('linked' in source) return { path: join(source.folder, source.linked.path) }
    const bytes = context.read((db) => readFile(db, { hash: source.hash }))?.bytes
    return { bytes: bytes ?? new Uint8Array() }
  })
  try {
    return await hashLarge(context, sources, await inspectBatch(context, files))
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    if (files.length > 1) {
      const each: InspectedFile[] = []
      for (const source of sources) each.push(...(await inspect(context, [source])))
      return each
    }
    return [{ fault: 'damaged' }]
  }
}

/** A library may hold files too large to store: such a file is known by its hash and its kind. */
async function hashLarge(
  { signal }: JobContext,
  sources: readonly SourceFile[],
  inspected: readonly InspectedFile[],
): Promise<InspectedFile[]> {
  const files = [...inspected]
  for (const [index, file] of files.entries()) {
    const source = sources[index]
    if (isFaulty(file) && file.fault === 'too_large' && source && 'linked' in source)
      files[index] = await describeLarge(join(source.folder, source.linked.path), signal)
  }
  return files
}

function inspectBatch({ parseApart, signal }: JobContext, files: FileToInspect[]): Promise<InspectedFile[]> {
  const timeoutMs = 10_000 + files.length * secondsPerFile * 1000
  return parseApart('inspectFiles', { files }, { signal, timeoutMs })
}
