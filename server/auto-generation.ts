import type { SpendingSettings } from '#shared/schemas/app-surface.ts'
import type { AutoPlan, AutoRun } from './catalog/generation-runs/plan-auto.ts'
import { everything } from './catalog/generation-runs/plan-auto.ts'
import { isPriced } from './catalog/generation-runs/call-cost.ts'
import { type ChosenModels, chooseModels } from './providers/choose-models.ts'
import type { Providers } from './providers/providers.ts'
import type { WorkspaceThreads } from './threads/pool.ts'

export interface AutoGenerationParts {
  readonly threads: Pick<WorkspaceThreads, 'call' | 'onWritten' | 'onJobEvents'>
  readonly providers: () => Pick<Providers, 'eligible'>
  readonly spending: () => SpendingSettings
  readonly wake: () => void
  readonly onError: (error: unknown) => void
  readonly pauseMs?: number | undefined
}

const defaultPauseMs = 10_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * Starts runs for automatically generated attributes, some seconds after the last change: one run for each
 * type, however much has changed. The results are proposals; the owner bounds the cost per day, and with a
 * bound of zero only free providers are asked.
 */
export class AutoGeneration {
  readonly #parts: AutoGenerationParts
  #timer: NodeJS.Timeout | undefined
  #seen = 0
  #isClosed = false
  #looking: Promise<void> | undefined

  constructor(parts: AutoGenerationParts) {
    this.#parts = parts
  }

  /** Looks at changes since the last runs, including those before this start, and then after each change. */
  start(): void {
    const noteChange = () => this.#lookIn(this.#parts.pauseMs ?? defaultPauseMs)
    this.#parts.threads.onWritten(noteChange)
    this.#parts.threads.onJobEvents(noteChange)
    noteChange()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      if (this.#looking) return this.#lookIn(ms)
      this.#looking = this.#look()
        .catch((error: unknown) => {
          if (!this.#isClosed) this.#parts.onError(error)
        })
        .finally(() => {
          this.#looking = undefined
        })
    }, ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    // No provider may be asked: the changes are looked at as soon as there is one.
    if (this.#parts.providers().eligible(undefined).length === 0) return
    const dayStart = Date.now() - (Date.now() % dayMs)
    const plan = await this.#parts.threads.call('planAutoGeneration', { seen: this.#seen, dayStart })
    if (plan === null || this.#isClosed) return
    const chosen = plan.runs.flatMap((run) => this.#choose(run, plan) ?? [])
    const isPaid = chosen.some(({ budget }) => budget !== null)
    if (isPaid && this.#left(plan) <= 0) return this.#lookIn(dayStart + dayMs - Date.now())
    for (const run of chosen) await this.#enqueue(run, plan)
    if (chosen.length > 0) this.#parts.wake()
    if (chosen.length === plan.runs.length) this.#seen = plan.until
  }

  #left({ spentToday }: AutoPlan): number {
    return this.#parts.spending().daily_budget - spentToday
  }

  #choose(run: AutoRun, plan: AutoPlan): ChosenRun | undefined {
    const rows = this.#parts.providers().eligible(undefined)
    const mayPay = this.#parts.spending().daily_budget > 0
    const eligible = mayPay ? rows : rows.filter((row) => isFreeFor([row], run))
    const models = chooseModels(eligible, run.wishes, undefined)
    if (!models || 'lacks' in models) return undefined
    const paid = Object.values(models.models).filter(({ isPaid }) => isPaid)
    if (paid.some(({ price, medium }) => !isPriced(price, medium))) return undefined
    return { run, models, budget: paid.length > 0 ? this.#left(plan) / plan.runs.length : null }
  }

  async #enqueue({ run, models: { row, models }, budget }: ChosenRun, plan: AutoPlan): Promise<void> {
    const { id, name } = row
    const [model] = Object.values(models).map((made) => made.model)
    await this.#parts.threads.call('enqueueGeneration', {
      body: { ...run.body, mode: 'review', budget },
      list: run.body.ids ? undefined : everything,
      faults: [],
      provider: { id, name },
      model: model ?? '',
      models,
      maySpend: true,
      context: { actor: { type: 'system', id: null, name: null }, via: 'generation', ...noRequest },
      auto: { since: plan.since, until: plan.until },
    })
  }
}

const noRequest = { request_id: null, job_id: null }

interface ChosenRun {
  readonly run: AutoRun
  readonly models: Extract<ChosenModels, { readonly models: unknown }>
  readonly budget: number | null
}

function isFreeFor(rows: Parameters<typeof chooseModels>[0], { wishes }: AutoRun): boolean {
  const chosen = chooseModels(rows, wishes, undefined)
  return (
    chosen !== undefined && 'models' in chosen && Object.values(chosen.models).every(({ isPaid }) => !isPaid)
  )
}
