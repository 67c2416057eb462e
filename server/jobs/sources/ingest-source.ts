import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { type SourceResult, sourceStages, type SourceStage } from '#shared/sources.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { type SourceRequest, readState } from '../../catalog/sources/source-request.ts'
import { type JobContext, ParserLimitExceeded, readStoredJob, describeFailure } from '../job-context.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { liesInFolder, uploadedFile } from '../job-files.ts'
import { fetchPage } from '../../fetch/fetch-page.ts'
import { isPrivate, type Refuses } from '../../fetch/private-addresses.ts'
import { textReading, type Reading } from './reading.ts'
import { unusable } from '../../fetch/unusable.ts'
import type { reportStages } from '../../catalog/sources/store-source.ts'
import type { ProductReading } from './extract-products.ts'
import { isDocument } from './recognize-format.ts'
import type { ReadRequest } from './read-source.ts'

/**
 * Makes a source in five stages: fetch, read, extract, store, link. Fetched and stored parts are in the
 * checkpoint: a resumed job begins with its unfinished stage.
 */
export async function ingestSource(context: JobContext): Promise<JobEnd> {
  const { jobId, call, signal } = context
  const { input: request } = await readStoredJob(context, 'source_ingest')
  const board = new StageBoard(sourceStages, (stages) => call('reportStages', { jobId, stages }))
  try {
    return await runStages(context, request, board)
  } catch (error) {
    // Aborted but not cancelled: the workspace closes, and the job continues at the next start.
    if (signal.aborted && context.isCancelRequested())
      return { status: 'cancelled', result: resultOf(context) }
    if (signal.aborted) throw error
    await board.fail(error)
    if (!(error instanceof CatalogError) || error.code === 'internal_error') throw error
    return { status: 'failed', result: { error: { ...describeFailure(error), stage: board.stage } } }
  }
}

function resultOf({ jobId, read }: JobContext): SourceResult | null {
  return read((db) => readState(db, jobId)).stored ?? null
}

type Board = StageBoard<SourceStage>

async function runStages(context: JobContext, request: SourceRequest, board: Board): Promise<JobEnd> {
  const { jobId, read, call, signal } = context
  const { stored } = read((db) => readState(db, jobId))
  if (stored) await board.skip(['fetch', 'read', 'extract', 'store'])
  else {
    const scrape = await scrapeSource(context, request, board)
    await board.start('store')
    const { characters } = await call('storeSource', { jobId, request, ...scrape })
    await board.complete(`${characters} characters`)
  }
  await board.start('link')
  for (;;) {
    const { isDone, isCancelled, done, total, result } = await call('describeProducts', { jobId, request })
    if (isDone) {
      await board.complete(total === 0 ? undefined : `${total} products`)
      return { status: 'completed', result }
    }
    if (isCancelled) return { status: 'cancelled', result }
    signal.throwIfAborted()
    await board.report(`${done} of ${total} products`)
  }
}

async function scrapeSource(context: JobContext, request: SourceRequest, board: Board) {
  if (request.content.kind === 'text') {
    await board.skip(['fetch', 'read', 'extract'])
    return { ...textReading('text', request.content.text), url: null }
  }
  const { bytes, url, ...hints } = await obtain(context, request, board)
  const input = { bytes, url: url ?? undefined, ...hints }
  await board.start('read')
  const { isTangled = false, ...reading } = await readApart(input, context)
  await board.complete(`${reading.format}, ${reading.text.length} characters`)
  await board.start('extract')
  const { products, notes } =
    reading.format === 'html' && !isTangled ? await extractApart(input, context) : reading
  await board.complete(`${reading.tables.length} tables, ${products.length} products`)
  context.signal.throwIfAborted()
  return { ...reading, products, notes: [...new Set([...reading.notes, ...notes])], url }
}

interface ObtainedFile {
  readonly bytes: Buffer
  readonly url: string | null
  readonly mediaType?: string | undefined
  readonly extension: string
}

async function obtain(context: JobContext, { content }: SourceRequest, board: Board): Promise<ObtainedFile> {
  if (content.kind === 'text') throw new Error('A text has no bytes to obtain.')
  if (content.kind === 'file') {
    await board.skip(['fetch'])
    return { bytes: await readUpload(uploadedFile(context)), url: null, extension: extname(content.name) }
  }
  const { page } = context.read((db) => readState(db, context.jobId))
  const upload = page && (await readUpload(uploadedFile(context)).catch(() => undefined))
  if (page && upload) {
    await board.skip(['fetch'])
    return {
      bytes: upload,
      url: page.url,
      mediaType: page.mediaType,
      extension: extname(new URL(page.url).pathname),
    }
  }
  return fetchAndKeep(context, content.url, board)
}

async function fetchAndKeep(context: JobContext, address: string, board: Board): Promise<ObtainedFile> {
  const { jobId, call, signal, settings } = context
  await board.start('fetch')
  const refuses: Refuses = settings.allowsPrivateAddresses ? () => false : isPrivate
  const { bytes, mediaType, url } = await fetchPage(address, { signal, refuses })
  const path = uploadedFile(context)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.partial`, bytes, { mode: 0o600 })
  await rename(`${path}.partial`, path)
  await call('savePage', { jobId, page: { mediaType, url: url.href } })
  await board.complete(`${Math.ceil(bytes.length / 1024)} KB, ${mediaType ?? 'of no declared type'}`)
  return { bytes, url: url.href, mediaType, extension: extname(url.pathname) }
}

async function readUpload(path: string): Promise<Buffer> {
  try {
    if (await liesInFolder(path)) return await readFile(path)
  } catch {
    // A missing file is reported below.
  }
  throw unusable('The uploaded file is no longer there. Send it again.')
}

type JobStage = Parameters<typeof reportStages>[1]['stages'][number]

class StageBoard<Name extends string> {
  readonly #report: (stages: readonly JobStage[]) => Promise<unknown>
  readonly #stages: Map<Name, JobStage>
  #current: Name

  constructor(names: readonly [Name, ...Name[]], report: (stages: readonly JobStage[]) => Promise<unknown>) {
    this.#report = report
    this.#stages = new Map(names.map((name) => [name, { name, status: 'waiting' }]))
    this.#current = names[0]
  }

  get stage(): Name {
    return this.#current
  }

  async start(name: Name): Promise<void> {
    this.#current = name
    await this.#set(name, 'running')
  }

  async complete(detail?: string): Promise<void> {
    await this.#set(this.#current, 'completed', detail)
  }

  async report(detail: string): Promise<void> {
    await this.#set(this.#current, 'running', detail)
  }

  async skip(names: readonly Name[]): Promise<void> {
    for (const name of names) this.#stages.set(name, { name, status: 'skipped' })
    await this.#report([...this.#stages.values()])
  }

  async fail(error: unknown): Promise<void> {
    await this.#set(this.#current, 'failed', error instanceof Error ? error.message : String(error))
  }

  async #set(name: Name, status: JobStage['status'], detail?: string): Promise<void> {
    this.#stages.set(name, { name, status, ...(detail !== undefined && { detail }) })
    await this.#report([...this.#stages.values()])
  }
}

const limits = { timeoutMs: 30_000 }

// A slower page is slow on purpose: it is read again without its structure.
const defaultPageTimeoutMs = 15_000

type Parsing = Pick<JobContext, 'parseApart' | 'signal' | 'settings'>

const pageLimits = ({ signal, settings: { pageTimeoutMs = defaultPageTimeoutMs } }: Parsing) => ({
  ...limits,
  timeoutMs: pageTimeoutMs,
  signal,
})

interface ReadSource extends Reading {
  /** The page could only be read without structure, so nothing else is extracted. */
  readonly isTangled?: boolean
}

/** Reads the bytes of a source in a process of its own, within limits of time and memory. */
async function readApart(request: ReadRequest, parsing: Parsing): Promise<ReadSource> {
  const { parseApart, signal } = parsing
  const isPage = !isDocument(request.bytes)
  try {
    return await parseApart('readSource', request, isPage ? pageLimits(parsing) : { ...limits, signal })
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    if (!isPage) throw tooLarge(error)
  }
  try {
    const plain = await parseApart('readSource', { ...request, isPlain: true }, { ...limits, signal })
    return { ...plain, isTangled: true }
  } catch (error) {
    throw error instanceof ParserLimitExceeded ? tooLarge(error) : error
  }
}

function tooLarge(error: ParserLimitExceeded): Error {
  return unusable(message('file.too_tangled', { sentence: error.message }))
}

async function extractApart(request: ReadRequest, parsing: Parsing): Promise<ProductReading> {
  try {
    return await parsing.parseApart('extractProducts', request, pageLimits(parsing))
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    return { products: [], notes: [`Products were not looked for in the page. ${error.message}`] }
  }
}
