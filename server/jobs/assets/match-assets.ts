import { join, sep } from 'node:path'
import type { AssetMatchInput } from '../../catalog/assets/check-match.ts'
import { type FileFacts, type InspectedFile, isFaulty } from '../../catalog/assets/file-facts.ts'
import { FileMatcher, readProductKeys } from '../../catalog/assets/file-matcher.ts'
import { placingOf } from '../../catalog/assets/stored-plan.ts'
import { type AssetRow, type MatchedFile, planFiles } from '../../catalog/assets/plan-files.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import { listPictureFiles } from '../../catalog/imports/read/picture-files.ts'
import { appliedStatuses, assetStatuses, maxMatchedFiles } from '#shared/assets.ts'
import type { AssetMatchResult } from '#shared/jobs.ts'
import { message } from '#shared/messages/message.ts'
import { isOneOf, tableOf } from '#shared/text.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { conflict } from '../../catalog/errors.ts'
import { type JobContext, ParserLimitExceeded, readStoredJob } from '../job-context.ts'
import { JobPace } from '../run-chunks.ts'
import { applyRows } from './apply-assets.ts'
import type { FileToInspect } from './inspect-files.ts'
import { readSentFiles } from './match-folder.ts'

/** A file of a match: its name as sent, and where its bytes are. */
type SourceFile =
  | { readonly name: string; readonly folder: string; readonly path: string }
  | { readonly name: string; readonly hash: string }

// Starting the process costs as much as looking at a hundred small pictures.
const inspectedAtOnce = 64
const storedAtOnce = 500
const secondsPerFile = 12

/**
 * Looks at files, finds their products and stores the plan; without a dry run it is applied at once. After
 * an interruption it begins again.
 */
export async function matchAssets(context: JobContext): Promise<JobEnd> {
  const { input, checkpoint } = await readStoredJob(context, 'asset_match')
  const match = input as AssetMatchInput
  const rows = checkpoint === undefined ? await makePlan(context, match) : undefined
  if (rows === undefined && checkpoint === undefined) return cancelledEnd
  const result = rows ? resultOf(rows) : undefined
  if (match.dry_run) return { status: 'completed', result: result ?? null }
  const chosen = rows ? rows.filter(isApplied).map(toChosenRow) : []
  const { edit_id, context: by } = match
  const order = {
    match: context.jobId,
    rows: chosen,
    conflicts: [],
    placing: placingOf(match),
    edit_id,
    context: by,
  }
  const applied = await applyRows(context, order, checkpoint)
  return { status: applied.status, result: result ? { ...result, ...applied.result } : applied.result }
}

function isApplied({ status, product }: AssetRow): boolean {
  return product !== null && isOneOf<string>(appliedStatuses, status)
}

function toChosenRow({ position, product }: AssetRow) {
  return { row: position, product: product ?? 0 }
}

function resultOf(rows: readonly AssetRow[]): AssetMatchResult {
  const counts = tableOf(assetStatuses, (status) => rows.filter((row) => row.status === status).length)
  return { files: rows.length, counts, edit_id: null }
}

/** The stored plan; undefined where the job was cancelled, which leaves nothing. */
async function makePlan(context: JobContext, input: AssetMatchInput): Promise<AssetRow[] | undefined> {
  const { read, call, jobId } = context
  const sources = await listSources(context, input)
  const pace = new JobPace(context, sources.length)
  const matcher = new FileMatcher(input.rules, readProductKeys(read, input.rules))
  const files: MatchedFile[] = []
  const facts: FileFacts[] = []
  for (let start = 0; start < sources.length; start += inspectedAtOnce) {
    if (await pace.isCancelledAt(start)) return undefined
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
    if (await pace.isCancelledAt(sources.length)) return undefined
    await call('storeAssetPlan', {
      jobId,
      rows: rows.slice(start, start + storedAtOnce),
      facts: facts.slice(start, start + storedAtOnce),
      isFirst: start === 0,
    })
  }
  return rows
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
    inspected,
  }
}

/** The files of a match in the order of their names, as their bytes are found; hidden files are left out. */
async function listSources(
  { chosen, signal }: JobContext,
  { files }: AssetMatchInput,
): Promise<SourceFile[]> {
  const { files_folder: folder, sent_folder: sent } = chosen
  if (files) return files.map(({ name, hash }) => ({ name, hash }))
  if (sent !== undefined) {
    const parts = await readSentFiles(sent)
    return parts.map(({ name, part }) => ({ name, folder: sent, path: part }))
  }
  if (folder === undefined) throw conflict(message('asset.plan_gone'))
  const paths = await listPictureFiles(folder, signal)
  const shown = paths.filter((path) => !path.split(sep).some((step) => step.startsWith('.')))
  if (shown.length > maxMatchedFiles)
    throw conflict(message('picture.too_many_files', { count: maxMatchedFiles }))
  return shown.map((path) => ({ name: path.split(sep).join('/'), folder, path }))
}

/** Looks at files together; where one of them breaks its process, at each by itself. */
async function inspect(context: JobContext, sources: readonly SourceFile[]): Promise<InspectedFile[]> {
  const files = sources.map((source): FileToInspect => {
    if ('path' in source) return { path: join(source.folder, source.path) }
    const bytes = context.read((db) => readFile(db, { hash: source.hash }))?.bytes
    return { bytes: bytes ?? new Uint8Array() }
  })
  try {
    return await inspectBatch(context, files)
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

function inspectBatch({ parseApart, signal }: JobContext, files: FileToInspect[]): Promise<InspectedFile[]> {
  const timeoutMs = 10_000 + files.length * secondsPerFile * 1000
  return parseApart('inspectFiles', { files }, { signal, timeoutMs })
}
