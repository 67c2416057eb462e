import type { AttributeConfig } from '#shared/attributes.ts'
import { type Estimate, skipReasons } from '#shared/generations.ts'
import { tableOf } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { buildPrompt } from '../generation/build-prompt.ts'
import type { GenerationInputs } from '../generation/generation-context.ts'
import { gatherContext } from '../generation/gather-context.ts'
import { costOf, costRange, isPriced, likelyOutput, likelyTokens, madeBy } from './call-cost.ts'
import { type GeneratedValue, generatedOf } from './generated-values.ts'
import { planValue, valuesOf } from './plan-value.ts'
import { checkRun, listRunIds, type SentRun } from './run-request.ts'
import { mediumOf, type ValueModel, type ValueModels } from './value-models.ts'

export interface EstimateRequest extends SentRun {
  readonly provider: { readonly id: string; readonly canSearchWeb: boolean }
  readonly model: string
  readonly models: ValueModels
}

const shown = 3
// So many prompts are enough to estimate their average length.
const measured = 40

/** Estimates a run from the prompts of its first values; calls and writes nothing. */
export function estimateGeneration(db: ReadableDb, request: EstimateRequest): Answer {
  const run = checkRun(db, request)
  const { provider, model, models } = request
  const ids = listRunIds(db, run, 0)
  const generated = generatedOf(db, run)
  const planner = { overwrite: run.overwrite, canSearchWeb: provider.canSearchWeb }
  const skipped = tableOf(skipReasons, () => 0)
  const tally = new PromptTally(db)
  let count = 0
  for (const value of valuesOf(db, ids, generated)) {
    const { one, row, proposed } = value
    const planned = planValue(db, planner, one, value)
    if ('skip' in planned) skipped[planned.skip] += 1
    else {
      count += 1
      tally.add(one, row, planned.inputs)
      proposed[one.attribute.key] ??= 'to be generated'
    }
  }
  const estimate: Estimate = {
    matching: ids.length,
    to_generate: count,
    skipped,
    tokens: tally.tokens(),
    cost: tally.cost(models),
    provider: provider.id,
    model,
    samples: tally.samples,
  }
  return dataAnswer(200, JSON.stringify(estimate))
}

interface AttributeTally {
  readonly definition: AttributeConfig
  count: number
  measured: number
  input: number
}

class PromptTally {
  readonly #db: ReadableDb
  readonly #tallies = new Map<string, AttributeTally>()
  readonly samples: Estimate['samples'][number][] = []

  constructor(db: ReadableDb) {
    this.#db = db
  }

  add({ attribute: { key }, definition }: GeneratedValue, row: EntityRow, inputs: GenerationInputs): void {
    const tally = this.#tallies.get(key) ?? { definition, count: 0, measured: 0, input: 0 }
    this.#tallies.set(key, tally)
    tally.count += 1
    if (tally.measured >= measured) return
    const context = gatherContext(this.#db, definition, inputs)
    const { system, prompt } = buildPrompt(definition, context)
    tally.measured += 1
    tally.input += likelyTokens([system, prompt], context.images.length)
    if (this.samples.length < shown)
      this.samples.push({ id: row.uuid, label: row.label, attribute: key, prompt })
  }

  tokens(): Estimate['tokens'] {
    const all = [...this.#tallies.values()].map(tokensOf)
    return { input: sum(all.map(({ input }) => input)), output: sum(all.map(({ output }) => output)) }
  }

  cost(models: ValueModels): Estimate['cost'] {
    const ranges = [...this.#tallies].map(([key, tally]) => rangeOf(models[key], tally))
    const known = ranges.flatMap((range) => range ?? [])
    if (known.length < ranges.length || !arePriced(models)) return null
    return { low: sum(known.map((range) => range.low)), high: sum(known.map((range) => range.high)) }
  }
}

function arePriced(models: ValueModels): boolean {
  return Object.values(models).every(({ price, medium }) => isPriced(price, medium))
}

function tokensOf({ definition, count, measured: known, input }: AttributeTally): Estimate['tokens'] {
  const output = mediumOf(definition) === 'text' ? likelyOutput(definition) : 0
  return { input: Math.round((input / known) * count), output: output * count }
}

function rangeOf(model: ValueModel | undefined, tally: AttributeTally): Estimate['cost'] {
  if (!model) return null
  const { price, medium } = model
  if (medium === 'text') return costRange(costOf(price, medium, tokensOf(tally)))
  const each = costOf(price, medium, { input: 0, output: 0, ...madeBy(tally.definition) })
  return each === null ? null : { low: each * tally.count, high: each * tally.count }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
