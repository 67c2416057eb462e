import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { PictureFault } from '#shared/imports.ts'
import { maxRowErrors, type PicturesResult } from '#shared/jobs.ts'
import { message, type Message, type Sentence, textOf } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import {
  beginFetching,
  failedPictures,
  type FetchPictures,
  type FetchState,
  type KnownPicture,
  missingForPictures,
  type PictureOutcome,
  wantedPictures,
} from '../../catalog/imports/write/fetch-pictures.ts'
import { csvLine, csvMark } from '../../catalog/imports/write/error-file.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type FetchedPage, PageFetcher } from '../../fetch/fetch-page.ts'
import { HostPace } from '../../fetch/host-pace.ts'
import { isPrivate, type Refuses } from '../../fetch/private-addresses.ts'
import { RefusedPage, Unusable } from '../../fetch/unusable.ts'
import { type JobContext, readStoredJob } from '../job-context.ts'
import { makeIndexesFor } from '../make-index.ts'
import { resultsFolder } from '../job-files.ts'
import { prepareResults, resultPath } from '../result-files.ts'
import { stopIfClosing } from '../run-chunks.ts'

const atOnce = 4

const maxPictureMb = 20

/**
 * Fetches the pictures of an import, each address once. Each is stored with the checkpoint, so a resumed job
 * continues with the others.
 */
export async function fetchPictures(context: JobContext): Promise<JobEnd> {
  const { input, checkpoint } = await readStoredJob(context, 'fetch_pictures')
  await makeIndexesFor(
    context,
    context.read((db) => missingForPictures(db, context.jobId)),
  )
  const ledger = new Ledger(context, input, checkpoint)
  const isCancelled = await fetchAll(context, ledger)
  return {
    status: isCancelled ? 'cancelled' : 'completed',
    result: await toResult(context, input, ledger.state),
  }
}

async function fetchAll(context: JobContext, ledger: Ledger): Promise<boolean> {
  const { signal, settings } = context
  const refuses: Refuses = settings.allowsPrivateAddresses ? () => false : isPrivate
  const fetcher = new PageFetcher({ signal, refuses, maxBytes: maxPictureMb * 1024 * 1024 })
  const pace = new HostPace({ pauseMs: settings.hostPauseMs })
  const wanted = addressesOf(context)
  const work = async (): Promise<void> => {
    for (const { address, known } of wanted) {
      if (signal.aborted || ledger.isCancelled) return
      const isDone = known !== undefined && !ledger.asksAnew
      const outcome = isDone ? { isNew: false } : await fetchOne(address, { fetcher, pace, signal, known })
      if (outcome) await ledger.settle(address, outcome)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await fetcher.close()
  }
  stopIfClosing(context)
  return signal.aborted || ledger.isCancelled
}

function* addressesOf({ read, jobId }: JobContext) {
  for (let behind = ''; ;) {
    const page = read((db) => wantedPictures(db, jobId, behind))
    if (page.length === 0) return
    yield* page
    behind = page.at(-1)?.address ?? ''
  }
}

interface Fetching {
  readonly fetcher: PageFetcher
  readonly pace: HostPace
  readonly signal: AbortSignal
  readonly known: KnownPicture | undefined
}

async function fetchOne(
  address: string,
  { fetcher, pace, signal, known }: Fetching,
): Promise<PictureOutcome | undefined> {
  if (!URL.canParse(address)) return { fault: 'not_found', reason: message('picture.not_an_address') }
  const { host, origin } = new URL(address)
  if (pace.isSilent(host)) return { fault: 'unreachable', reason: silent(host) }
  try {
    await pace.turn(host, await fetcher.crawlDelay(origin), signal)
    const page = await fetcher.fetch(address, known)
    pace.heed(host, true)
    return toPicture(page, known)
  } catch (error) {
    if (signal.aborted) return undefined
    if (!(error instanceof CatalogError)) throw error
    if (isUnchanged(error, known)) {
      pace.heed(host, true)
      return { isNew: false }
    }
    const fault = faultOf(error)
    pace.heed(host, fault !== 'unreachable')
    return { fault, reason: reasonOf(error) }
  }
}

function silent(host: string): Message {
  return message('picture.host_does_not_answer', { host })
}

function isUnchanged(error: CatalogError, known: KnownPicture | undefined): boolean {
  return known !== undefined && error instanceof RefusedPage && error.answered === 304
}

/** A server without versions sends its file: then the bytes tell whether it has changed. */
function toPicture({ bytes, etag, modified }: FetchedPage, known: KnownPicture | undefined): PictureOutcome {
  const kind = detectFileKind(bytes)
  const isNew = known === undefined || createHash('sha256').update(bytes).digest('hex') !== known.hash
  if (kind?.media_type.startsWith('image/'))
    return {
      file: { bytes, ...kind },
      version: { etag: etag ?? null, modified: modified ?? null },
      isNew,
      isReplaced: isNew && known !== undefined,
    }
  return {
    fault: 'not_a_picture',
    reason: message('picture.address_is_no_picture'),
  }
}

function faultOf(error: CatalogError): PictureFault {
  if (error instanceof Unusable && error.fault !== 'other') return error.fault
  if (!(error instanceof RefusedPage)) return 'unreachable'
  const { answered } = error
  if (answered === 404 || answered === 410) return 'not_found'
  // Too many requests, and server errors, pass.
  return answered === 408 || answered === 429 || answered >= 500 ? 'unreachable' : 'refused'
}

function reasonOf(error: CatalogError): Sentence {
  if (error instanceof Unusable && error.fault === 'too_large')
    return message('picture.too_large', { size: maxPictureMb })
  return error.message.replaceAll(/\bpage\b/g, 'picture')
}

/**
 * Stores the results of addresses one after another: every write continues the checkpoint of the one before.
 */
class Ledger {
  state: FetchState
  isCancelled = false
  readonly asksAnew: boolean
  readonly #context: JobContext
  readonly #input: FetchPictures
  #checkpoint: FetchState | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(context: JobContext, input: FetchPictures, checkpoint: FetchState | undefined) {
    this.#context = context
    this.#input = input
    this.#checkpoint = checkpoint
    this.asksAnew = input.refetch ?? false
    this.state = checkpoint ?? beginFetching(input)
  }

  settle(address: string, outcome: PictureOutcome): Promise<void> {
    this.#last = this.#last.then(() => this.#write(address, outcome))
    return this.#last
  }

  async #write(address: string, outcome: PictureOutcome): Promise<void> {
    const { jobId, call, signal } = this.#context
    for (let next = outcome; !signal.aborted && !this.isCancelled;) {
      const written = await call('settlePicture', {
        jobId,
        input: this.#input,
        state: this.#checkpoint,
        address,
        outcome: next,
      })
      this.state = written.state
      this.#checkpoint = written.state
      this.isCancelled = written.isCancelled
      if (!written.isLeft) return
      if ('isNew' in next) next = { isNew: next.isNew, isReplaced: next.isReplaced ?? false }
    }
  }
}

async function toResult(
  context: JobContext,
  input: FetchPictures,
  { changed, replaced = 0, unchanged, failed, failed_by: failedBy }: FetchState,
): Promise<PicturesResult> {
  const { jobId, read } = context
  const first = read((db) => failedPictures(db, jobId, 0)).slice(0, maxRowErrors)
  return {
    import_id: input.import,
    pictures: input.wanted + input.known,
    fetched: changed,
    ...(input.refetch && { replaced }),
    already_there: input.known + unchanged,
    failed,
    failed_by: failedBy,
    errors: first.map(({ row, header, address, reason }) => ({
      row,
      field: header,
      ...issueSentence(reason),
      value: address,
    })),
    errors_truncated: failed > first.length,
    errors_file: failed > 0 ? await writeFailed(context) : null,
  }
}

async function writeFailed(context: JobContext): Promise<string> {
  const { jobId, read } = context
  const results = resultsFolder(context)
  await prepareResults(results)
  const handle = await open(resultPath(results, jobId, 'errors'), 'w', 0o600)
  try {
    await handle.write(csvMark + csvLine(['Row', 'Column', 'Address', 'Reason'], ','))
    for (let offset = 0; ;) {
      const page = read((db) => failedPictures(db, jobId, offset))
      if (page.length === 0) break
      for (const { row, header, address, reason } of page)
        await handle.write(csvLine([String(row), header, address, textOf(reason)], ','))
      offset += page.length
    }
  } finally {
    await handle.close()
  }
  return `/jobs/${jobId}/errors`
}
