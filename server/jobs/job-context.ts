import type { Medium, Prices, StructuredOutput } from '#shared/providers.ts'
import { type Sentence, asMessage, message, sentences, textOf, sentenceOf } from '#shared/messages/message.ts'
import type { Parsers } from './parsers.ts'
import type { PlaceAccess } from '../places/place.ts'
import type { CalledProvider } from '../providers/model-call.ts'
import type { ChosenPaths } from './job-files.ts'
import type { ReadCatalog } from '../catalog/connections/reader.ts'
import { type RunningJob, otherVersion } from '../catalog/job-queue/running-job.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'
import type { Static } from 'typebox'
import type { jobSchemas } from './job-schemas.ts'
import type { JobFailure } from '#shared/jobs.ts'
import type { SavedSoFar } from '../catalog/job-queue/read-jobs.ts'
import { findStorageFault, type StorageFault } from '../catalog/storage-fault.ts'
import { CatalogError, describeFault } from '../catalog/errors.ts'

/**
 * The context of a job handler. It runs on a thread of its own, so a long computation there blocks nothing
 * else.
 */
export interface JobContext extends RunningJob {
  readonly call: <N extends OperationName>(name: N, input: OperationInput<N>) => Promise<OperationOutput<N>>
  readonly read: ReadCatalog
  readonly parseApart: ParseApart
  readonly collectGarbage: () => void
  /** Aborted when the job is cancelled or the workspace closes; handlers check it between batches. */
  readonly signal: AbortSignal
  readonly settings: JobSettings
  readonly dataDir: string
  readonly chosen: ChosenPaths
}

/**
 * Runs a parser of untrusted bytes (parsers.ts) in a process of its own within limits of memory and time.
 * Throws ParserLimitExceeded, or the parser's error.
 */
export type ParseApart = <N extends keyof Parsers>(
  parser: N,
  input: Parameters<Parsers[N]>[0],
  limits: ParseLimits,
) => Promise<Awaited<ReturnType<Parsers[N]>>>

export interface ParseLimits {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly isWatched?: boolean
  /** The parser looks at one picture; a process that is kept for many runs it, within limits of its own. */
  readonly isPicture?: boolean
}

export class ParserLimitExceeded extends Error {}

export interface JobSettings {
  readonly allowsPrivateAddresses: boolean
  /** The folder of the owner's spelling dictionaries (`de.aff` and `de.dic`). */
  readonly dictionariesDir?: string
  /** The time limit for reading a page with its structure; 15 seconds by default. */
  readonly pageTimeoutMs?: number
  /** The pause between requests to one server; half a second by default. */
  readonly hostPauseMs?: number
  /** Where a feed takes its file from or sends it to. */
  readonly place?: PlaceAccess
  readonly models?: ModelAccess | { readonly refusal: Sentence } | { readonly away: Sentence }
}

export interface ModelAccess {
  readonly provider: CalledProvider
  readonly concurrency: number
  readonly requestsPerMinute: number | null
  readonly models: Readonly<Record<string, AskedModel>>
}

export interface AskedModel {
  readonly medium: Medium
  readonly model: string
  readonly price: Prices | null
  /** How the model's answers are bound to a schema; `text` where it makes no texts. */
  readonly structuredOutput: StructuredOutput
}

export interface JobStart {
  readonly jobId: string
  readonly leaseMs: number
  readonly dataDir: string
  readonly chosen?: ChosenPaths
  readonly settings?: JobSettings
}

export type JobHandler = (context: JobContext) => Promise<unknown>

/** The input and checkpoint of a job: parsed once at its start, and passed to every operation. */
type Schemas = typeof jobSchemas
type StoredName = keyof Schemas

export interface StoredJob<Name extends StoredName> {
  readonly input: Static<Schemas[Name]['input']>
  readonly checkpoint: Exclude<Static<Schemas[Name]['checkpoint']>, null> | undefined
}

/**
 * The stored job of a context. Fails it with a plain sentence where another version of the program stored it.
 */
export async function readStoredJob<Name extends StoredName>(
  { readStored }: JobContext,
  name: Name,
): Promise<StoredJob<Name>> {
  const [{ jobSchemas }, { Check }] = await Promise.all([
    import('./job-schemas.ts'),
    import('typebox/schema'),
  ])
  const { input, checkpoint } = jobSchemas[name]
  const isInput = (value: unknown): value is StoredJob<Name>['input'] => Check(input, value)
  const isCheckpoint = (value: unknown): value is StoredJob<Name>['checkpoint'] =>
    value === undefined || Check(checkpoint, value)
  const stored = readStored()
  if (!isInput(stored.input) || !isCheckpoint(stored.checkpoint)) throw otherVersion()
  return { input: stored.input, checkpoint: stored.checkpoint }
}

/**
 * Describes the remaining part of a job after a fault of file or disk. Null: the job writes only at its
 * end, or had not begun; undefined: unknown.
 */
export function describeStorageFault(
  { cause, remedy }: StorageFault,
  state: SavedSoFar | null | undefined,
): JobFailure['error'] {
  const code = 'internal_error'
  if (state === undefined) return { code, ...message('storage.try_job_again', { cause, remedy }) }
  if (!state) return { code, ...message('storage.job_not_saved', { cause, remedy }) }
  const { of, total, saved, failed } = state
  const left = Math.max(0, total - saved - failed)
  const values = { cause, saved, total, of, left, remedy }
  const sentence =
    failed > 0
      ? message('storage.job_stopped_with_faults', { ...values, failed })
      : message('storage.job_stopped', values)
  return { code, ...sentence, counts: { saved, failed, left } }
}

export function describeFailure(error: unknown): JobFailure['error'] {
  const fault = error instanceof CatalogError ? error.storageFault : findStorageFault(error)
  if (fault) return describeStorageFault(fault, null)
  if (!(error instanceof CatalogError)) {
    const sentence = error instanceof Error ? sentenceOf(error) : String(error)
    return { code: 'internal_error', ...asMessage(sentence) }
  }
  const { code, fieldErrors } = error
  const byText = new Map(fieldErrors.map(describeFault).map((sentence) => [textOf(sentence), sentence]))
  const [first = error.sentence, ...others] = [...byText.values()].slice(0, 5)
  const sentence = sentences(first, ...others)
  return { code, ...asMessage(sentence), ...(fieldErrors.length > 0 && { field_errors: fieldErrors }) }
}
