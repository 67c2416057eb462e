import { type Estimate, skipReasons } from '#shared/generations.ts'
import { tableOf } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { buildPrompt } from '../generation/build-prompt.ts'
import type { GenerationInputs } from '../generation/generation-context.ts'
import { gatherContext } from '../generation/gather-context.ts'
import { costOf, likelyOutput, likelyTokens, type TokenPrice } from './call-cost.ts'
import { type Generated, generatedOf, planValue, valuesOf } from './plan-value.ts'
import { checkRun, listRunIds, type SentRun } from './run-request.ts'

export interface EstimateRequest extends SentRun {
  readonly provider: { readonly id: string; readonly canSearchWeb: boolean }
  readonly model: string
  readonly price: TokenPrice | null
}

const shown = 3
// What prompts are long on the average is known well enough after so many.
const measured = 40

/** What a run would generate and cost, with the prompts of the first values: nothing is called and nothing is written. */
export function estimateGeneration(db: ReadableDb, request: EstimateRequest): Answer {
  const run = checkRun(db, request)
  const { provider, model, price } = request
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
      // What comes next may need it, and will have it by then.
      proposed[one.attribute.key] ??= 'to be generated'
    }
  }
  const tokens = tally.tokensOf(count)
  const estimate: Estimate = {
    matching: ids.length,
    to_generate: count,
    skipped,
    tokens,
    cost: costRange(price, tokens),
    provider: provider.id,
    model,
    samples: tally.samples,
  }
  return dataAnswer(200, JSON.stringify(estimate))
}

// Answers and the counting of tokens differ from model to model, and some answers are asked for once more.
const [low, high] = [0.6, 2]

function costRange(price: TokenPrice | null, tokens: Estimate['tokens']): Estimate['cost'] {
  const likely = costOf(price, tokens)
  return likely === null ? null : { low: likely * low, high: likely * high }
}

/** The lengths of the first prompts, and the first of them in words. */
class PromptTally {
  readonly #db: ReadableDb
  readonly samples: Estimate['samples'][number][] = []
  #input = 0
  #output = 0
  #count = 0

  constructor(db: ReadableDb) {
    this.#db = db
  }

  add({ attribute, definition }: Generated, row: EntityRow, inputs: GenerationInputs): void {
    this.#output += likelyOutput(definition)
    if (this.#count >= measured) return
    const context = gatherContext(this.#db, definition, inputs)
    const { system, prompt } = buildPrompt(definition, context)
    this.#count += 1
    this.#input += likelyTokens([system, prompt], context.images.length)
    if (this.samples.length < shown)
      this.samples.push({ id: row.uuid, label: row.label, attribute: attribute.key, prompt })
  }

  tokensOf(values: number): { input: number; output: number } {
    const average = this.#count === 0 ? 0 : this.#input / this.#count
    return { input: Math.round(average * values), output: this.#output }
  }
}
