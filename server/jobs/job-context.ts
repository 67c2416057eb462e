import type { Medium, Prices, StructuredOutput } from '#shared/providers.ts'
import { type Sentence, asMessage, message, sentences, textOf } from '#shared/messages/message.ts'
import type { Parsers } from './parsers.ts'
import type { CalledProvider } from '../providers/model-call.ts'
import type { ChosenPaths } from './job-files.ts'
import type { ReadCatalog } from '../catalog/connections/reader.ts'
import { type RunningJob, otherVersion } from '../catalog/job-queue/running-job.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'
import type { Static } from 'typebox'
import type { jobSchemas } from './job-schemas.ts'
import type { JobFailure } from '#shared/jobs.ts'
import { sentenceOf } from '#shared/messages/sentence-error.ts'
import type { SavedSoFar } from '../catalog/job-queue/read-jobs.ts'
import { findStorageFault, type StorageFault } from '../catalog/storage-fault.ts'
import { CatalogError, describeFault } from '../catalog/errors.ts'

/** The context of a job handler. It runs on a thread of its own: a long computation there blocks nobody. */
export interface JobContext extends RunningJob {
  readonly call: <N extends OperationName>(name: N, input: OperationInput<N>) => Promise<OperationOutput<N>>
  readonly read: ReadCatalog
  readonly parseApart: ParseApart
  /** Collects garbage of this thread where much is left and more is to come. */
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
}

/** A parser exceeded its time or memory; its process has been ended. */
export class ParserLimitExceeded extends Error {}

/** The owner's settings for jobs, as they were at its start. */
export interface JobSettings {
  readonly allowsPrivateAddresses: boolean
  /** Where the owner puts dictionaries of spelling (`de.aff` and `de.dic`). */
  readonly dictionariesDir?: string
  /** How long a page may take to be read with its structure; 15 seconds by default. */
  readonly pageTimeoutMs?: number
  /** The pause between requests to one server; half a second by default. */
  readonly hostPauseMs?: number
  /** The provider of a run, or why there is none. */
  readonly models?: ModelAccess | { readonly refusal: Sentence } | { readonly away: Sentence }
}

/** The models of a run. The key is in memory only. */
export interface ModelAccess {
  readonly provider: CalledProvider
  readonly concurrency: number
  readonly requestsPerMinute: number | null
  /** By the keys of the attributes that they generate. */
  readonly models: Readonly<Record<string, AskedModel>>
}

export interface AskedModel {
  readonly medium: Medium
  readonly model: string
  readonly price: Prices | null
  /** How it is held to a schema; `text` where it makes no texts. */
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
  /** Undefined for a job that has not begun. */
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
 * How much of a job a fault of file or disk has left. Null: it writes only at its end, or had not begun;
 * undefined: unknown.
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
