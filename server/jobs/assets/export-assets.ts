import { mkdir } from 'node:fs/promises'
import { type AssetExportResult, type LeftOutPictureReason } from '#shared/exports.ts'
import { toIso, toUtcDay } from '#shared/iso-times.ts'
import { type LinkedPath, parseLinked } from '#shared/files.ts'
import { renditionFormats, type RenditionLook } from '#shared/renditions.ts'
import { type ListedFile, listFiles } from '../../catalog/assets/asset-export.ts'
import { FreeNames } from '../../catalog/exports/name-pattern.ts'
import { type CatalogReadTransaction, openReadTransaction } from '../../catalog/connections/reader.ts'
import { notFound } from '../../catalog/errors.ts'
import type { AssetExportRequest } from '../../catalog/exports/plan-export.ts'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import { exportPath } from '../../catalog/job-queue/find-export.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { findRecipeLook } from '../../catalog/renditions/plan-rendition.ts'
import { expiryFrom, PartFile, removeExpiredFiles } from '../exports/part-file.ts'
import { ZipWriter } from '../exports/zip-writer.ts'
import { type JobContext, ParserLimitExceeded, readStoredJob } from '../job-context.ts'
import { exportsFolder } from '../job-files.ts'
import { JobPace } from '../run-chunks.ts'
import { readBounded } from './inspect-files.ts'
import { resolveLinkedPath } from './library-files.ts'

/**
 * Writes pictures to an archive under the names of a pattern, as they are or by a recipe. It exports one
 * state of the workspace, and begins again after an interruption.
 */
export async function exportAssets(context: JobContext): Promise<JobEnd> {
  const { input } = await readStoredJob(context, 'asset_export')
  const { request } = input
  const folder = exportsFolder(context)
  const path = exportPath(folder, context.jobId, request.format)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeExpiredFiles(folder, Date.now())
  const state = openReadTransaction(context.read)
  const part = await PartFile.create(path)
  try {
    return await writeArchive(context, { db: state.db, request, part })
  } finally {
    state.close()
    await part.discard()
  }
}

interface Output {
  readonly db: CatalogReadTransaction['db']
  readonly request: AssetExportRequest
  readonly part: PartFile
}

// Two processes make renditions.
const madeAtOnce = 2
const maxListed = 100

async function writeArchive(context: JobContext, { db, request, part }: Output): Promise<JobEnd> {
  const { files, notFound: unknown } = listFiles(db, request)
  const look = lookOf(db, request)
  const pace = new JobPace(context, files.length)
  const [names, zip] = [new FreeNames(), new ZipWriter(part)]
  const collided: AssetExportResult['collided'][number][] = []
  const leftOut: AssetExportResult['left_out_pictures'][number][] = []
  let written = 0
  for (let start = 0; start < files.length; start += madeAtOnce) {
    if (await pace.isCancelledAt(start)) return cancelledEnd
    const some = files.slice(start, start + madeAtOnce)
    const made = await Promise.all(some.map((file) => makeFile(context, db, file, look)))
    if (context.signal.aborted) continue
    for (const [at, file] of some.entries()) {
      const result = made[at] ?? 'no_picture'
      if (typeof result === 'string') {
        leftOut.push({ name: file.label, reason: result })
        continue
      }
      const wanted = file.nameWith(result.extension)
      const name = names.take(wanted)
      if (name !== wanted) collided.push({ name, wanted })
      const entry = await zip.begin(name)
      await entry.write(Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength))
      await entry.end()
      written += 1
    }
  }
  if (await pace.isCancelledAt(files.length)) return cancelledEnd
  await zip.end()
  await part.commit()
  const now = Date.now()
  const result: AssetExportResult = {
    files: written,
    collisions: collided.length,
    collided: collided.slice(0, maxListed),
    left_out: leftOut.length,
    left_out_pictures: leftOut.slice(0, maxListed),
    not_found: unknown,
    file: {
      name: `pictures-${toUtcDay(now)}.zip`,
      media_type: 'application/zip',
      size: part.size,
      path: `/exports/${context.jobId}/file`,
    },
    expires_at: toIso(expiryFrom(now)),
  }
  return { status: 'completed', result }
}

function lookOf(db: Output['db'], { recipe }: AssetExportRequest): RenditionLook | undefined {
  if (recipe === undefined) return undefined
  const look = findRecipeLook(db, recipe)
  if (!look) throw notFound(`The recipe ${recipe}`)
  return look
}

interface MadeFile {
  readonly bytes: Uint8Array
  readonly extension: string
}

async function makeFile(
  context: JobContext,
  db: Output['db'],
  { value, steps }: ListedFile,
  look: RenditionLook | undefined,
): Promise<MadeFile | LeftOutPictureReason> {
  const found = await readValue(context, db, value)
  if (typeof found === 'string') return found
  if (!look) return found
  const made = await makeRendition(context, { bytes: found.bytes, look, steps })
  return made === undefined
    ? 'no_picture'
    : { bytes: made, extension: renditionFormats[look.format].extension }
}

async function readValue(
  { chosen }: JobContext,
  db: Output['db'],
  value: string,
): Promise<MadeFile | LeftOutPictureReason> {
  const hash = /^files\/([0-9a-f]{64})\./.exec(value)?.[1]
  if (hash !== undefined) return readFile(db, { hash }) ?? 'missing'
  const linked = parseLinked(value)
  return linked ? readLinked(chosen, linked) : 'elsewhere'
}

async function readLinked(
  chosen: JobContext['chosen'],
  linked: LinkedPath,
): Promise<MadeFile | LeftOutPictureReason> {
  const folder = chosen.library_folders?.[linked.library]
  const path = folder === undefined ? undefined : await resolveLinkedPath(folder, linked.path)
  const bytes = path === undefined ? 'unreadable' : await readBounded(path)
  if (typeof bytes === 'string') return bytes === 'too_large' ? bytes : 'missing'
  const extension = detectFileKind(bytes)?.extension
  return extension === undefined ? 'no_picture' : { bytes, extension }
}

const renditionMs = 60_000

async function makeRendition(
  { parseApart, signal }: JobContext,
  order: { readonly bytes: Uint8Array; readonly look: RenditionLook; readonly steps: ListedFile['steps'] },
): Promise<Uint8Array | undefined> {
  try {
    const limits = { signal, timeoutMs: renditionMs, isPicture: true }
    const made = await parseApart('makeRendition', order, limits)
    return 'bytes' in made ? made.bytes : undefined
  } catch (error) {
    if (error instanceof ParserLimitExceeded || signal.aborted) return undefined
    throw error
  }
}
