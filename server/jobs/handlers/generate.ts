import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type GeneratedValue, generatedOf } from '../../catalog/generation-runs/generated-values.ts'
import { type PlannedEntity, planValue, proposedValues } from '../../catalog/generation-runs/plan-value.ts'
import { listRunIds } from '../../catalog/generation-runs/run-request.ts'
import {
  beginRun,
  type RunState,
  toRunResult,
  readOrderedVideo,
  readRunRow,
  readRunSpend,
} from '../../catalog/generation-runs/run-state.ts'
import type { ValueOutcome } from '../../catalog/generation-runs/store-results.ts'
import { gatherContext } from '../../catalog/generation/gather-context.ts'
import { mediumOf } from '../../catalog/generation-runs/value-models.ts'
import type { GenerationInput } from '../../catalog/job-queue/enqueue-generation.ts'
import { conflict } from '../../catalog/errors.ts'
import { canSearchWeb } from '../../providers/model-call.ts'
import { ProviderAway, ProviderRefused, CallPace } from '../generation/ask.ts'
import { RunProgress, Budget, RunBook, removeUnwanted } from '../generation/run-book.ts'
import { generateValue, type Generator } from '../generation/generate-value.ts'
import { makePictures, readPictures } from '../generation/made-files.ts'
import { makeVideo, type OrderBook } from '../generation/make-video.ts'
import { type JobContext, type ModelAccess, readStoredJob } from '../job-context.ts'
import { stopIfClosing } from '../run-chunks.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import { toIso } from '#shared/iso-times.ts'

/**
 * Generates the values of a run, oldest first, some entities at a time. Stored values are never generated
 * again: a resumed run repeats the calls that were running, and counts them as reserved.
 */
export async function generate(context: JobContext): Promise<JobEnd> {
  const { input, checkpoint } = await readStoredJob(context, 'generation')
  const access = accessOf(context)
  if (access instanceof ProviderAway) return pausedBy(access)
  await context.call('noteCutOffCalls', { jobId: context.jobId })
  return new GenerationRun(context, { input, access, checkpoint }).finish()
}

function accessOf({ settings }: JobContext): ModelAccess | ProviderAway {
  const { models } = settings
  if (!models) throw conflict(message('generation.provider_gone'))
  if ('refusal' in models) throw conflict(models.refusal)
  return 'away' in models ? new ProviderAway(models.away) : models
}

function pausedBy({ sentence, waitMs }: ProviderAway): JobEnd {
  return { status: 'paused', reason: sentence, until: toIso(Date.now() + waitMs) }
}

function changedMeanwhile(key: string): ValueOutcome {
  const sentence = message('generation.data_type_changed')
  return { kind: 'failed', key, issue: 'conflict', sentence }
}

// A failed run waits no longer for its last answers.
const lastAnswersMs = 30_000

interface RunParts {
  readonly input: GenerationInput
  readonly access: ModelAccess
  readonly checkpoint: RunState | undefined
}

class GenerationRun {
  readonly #context: JobContext
  readonly #input: GenerationInput
  readonly #generator: Generator
  readonly #generated: readonly GeneratedValue[]
  readonly #ending = new AbortController()
  readonly #cut = new AbortController()
  readonly #matched: number
  readonly #progress: RunProgress
  readonly #book: RunBook
  #fault: unknown

  constructor(context: JobContext, { input, access, checkpoint }: RunParts) {
    this.#context = context
    this.#input = input
    const { provider, request } = input
    this.#generated = context.read((db) => generatedOf(db, request))
    const ids = context.read((db) => listRunIds(db, request, checkpoint?.position ?? 0))
    this.#matched = checkpoint?.matched ?? ids.length
    this.#progress = new RunProgress(ids, checkpoint)
    this.#book = new RunBook({
      job: context,
      terms: {
        type: request.type,
        mode: request.mode,
        context: { ...input.context, edit_id: input.edit_id },
        matched: this.#matched,
        provider,
      },
      checkpoint,
      place: () => this.#progress.toCheckpoint(),
      onFault: (error) => this.#fail(error),
    })
    const spend = context.read((db) => readRunSpend(db, context.jobId))
    this.#generator = {
      access,
      provider,
      budget: new Budget(input.budget, spend.cost ?? 0),
      book: this.#book,
      pace: new CallPace(access.requestsPerMinute),
      signal: AbortSignal.any([context.signal, this.#cut.signal]),
      ending: AbortSignal.any([context.signal, this.#ending.signal]),
    }
  }

  async finish(): Promise<JobEnd> {
    const { access } = this.#generator
    await Promise.all(Array.from({ length: access.concurrency }, () => this.#work()))
    await this.#book.written()
    stopIfClosing(this.#context)
    await this.#context.call('noteCutOffCalls', { jobId: this.#context.jobId })
    if (this.#generated.some(({ definition }) => mediumOf(definition) !== 'text'))
      await removeUnwanted(this.#context.call)
    return this.#end()
  }

  #end(): JobEnd {
    const spend = this.#context.read((db) => readRunSpend(db, this.#context.jobId))
    const stopped = this.#generator.budget.isExhausted ? 'budget_reached' : null
    const state = this.#book.state ?? beginRun(this.#matched)
    const result = toRunResult(state, spend, { editId: this.#input.edit_id, stopped })
    if (this.#book.isCancelled || this.#context.isCancelRequested()) return { status: 'cancelled', result }
    const fault = this.#fault
    if (fault instanceof ProviderAway) return pausedBy(fault)
    if (fault instanceof ProviderRefused)
      return { status: 'failed', result: { error: { code: 'conflict', ...asMessage(fault.sentence) } } }
    if (fault !== undefined) throw fault
    return { status: 'completed', result }
  }

  async #work(): Promise<void> {
    while (!this.#isOver()) {
      const id = this.#progress.next()
      if (id === undefined) return
      try {
        const isWhole = await this.#entity(id)
        if (isWhole) this.#progress.markEntityDone(id)
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  #isOver(): boolean {
    return this.#generator.ending.aborted || this.#generator.budget.isExhausted || this.#book.isCancelled
  }

  /** Running calls are paid: they are waited for a while and stored. */
  #fail(error: unknown): void {
    if (this.#generator.ending.aborted) return
    this.#fault = error
    this.#ending.abort()
    setTimeout(() => this.#cut.abort(), lastAnswersMs).unref()
  }

  /**
   * All values of one entity in order, since a later one may need an earlier one. Resolves with whether it is
   * complete.
   */
  async #entity(id: number): Promise<boolean> {
    const { read } = this.#context
    const { row, stateOf } = read((db) => readRunRow(db, id, this.#generated))
    if (!row) return true
    const proposed = proposedValues(this.#generated, stateOf)
    for (const one of this.#generated) {
      const { key, id: attribute } = one.attribute
      if (this.#progress.isKeyDone(id, key)) continue
      if (this.#isOver()) return false
      const outcome = await this.#value(one, { row, state: stateOf(attribute), proposed })
      if (!outcome) return false
      this.#progress.markKeyDone(id, key)
      await this.#book.add({ entity: id, uuid: row.uuid, outcomes: [outcome] })
      if (outcome.kind !== 'value') continue
      proposed[key] = outcome.answer.value
      // A later value may need the picture; and pictures do not pile up in memory.
      if (outcome.answer.files) await this.#book.written()
    }
    return true
  }

  async #value(one: GeneratedValue, entity: PlannedEntity): Promise<ValueOutcome | undefined> {
    const { read } = this.#context
    const { overwrite } = this.#input.request
    const model = this.#generator.access.models[one.attribute.key]
    if (model?.medium !== mediumOf(one.definition)) return changedMeanwhile(one.attribute.key)
    const planner = { overwrite, canSearchWeb: canSearchWeb(this.#generator.access.provider.kind) }
    const planned = read((db) => planValue(db, planner, one, entity))
    if ('skip' in planned) return { kind: 'skipped', reason: planned.skip }
    const { digest, inputs } = planned
    const context = read((db) => gatherContext(db, one.definition, inputs))
    const pictures = await readPictures(read, context.images)
    const asked = { generated: one, model, context, digest, pictures }
    if (model.medium === 'image') return makePictures(this.#generator, asked)
    if (model.medium === 'video')
      return makeVideo(this.#generator, asked, this.#ordersOf(entity.row.id, one.attribute.key))
    return generateValue(this.#generator, asked)
  }

  #ordersOf(entity: number, attribute: string): OrderBook {
    const { jobId: job, call, read } = this.#context
    const place = { job, entity, attribute }
    return {
      stored: read((db) => readOrderedVideo(db, place)),
      keep: async (order) => void (await call('keepOrderedVideo', { ...place, ...order })),
    }
  }
}
