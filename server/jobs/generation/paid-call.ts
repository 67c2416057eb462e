import { costOf, type CallUsage } from '../../catalog/generation-runs/call-cost.ts'
import type { ModelAnswer, ModelRequest } from '../../providers/model-call.ts'
import { ModelCallError } from '../../providers/model-call-error.ts'
import type { AskedModel } from '../job-context.ts'
import { ask } from './ask.ts'
import type { Generator } from './generate-value.ts'

export interface CallTerms<R extends ModelRequest> {
  readonly request: R
  /** What the call uses at most, and what it has used. */
  readonly most: CallUsage
  readonly used: (answer: ModelAnswer<R>) => CallUsage
}

/** What came of a call, and what it has cost. */
export type PaidCall<R extends ModelRequest> = { readonly cost: number | null } & (
  | { readonly answer: ModelAnswer<R> }
  | { readonly failure: ModelCallError }
)

/**
 * Makes one call within the budget: what it costs at most is noted before it, what it has used behind it. Undefined where the budget
 * does not allow it; rejects with what ends the run.
 */
export async function paidCall<R extends ModelRequest>(
  generator: Generator,
  { medium, model, price }: AskedModel,
  { request, most, used }: CallTerms<R>,
): Promise<PaidCall<R> | undefined> {
  const { budget, book } = generator
  const reserved = costOf(price, medium, most) ?? 0
  if (!(await budget.take(reserved))) return undefined
  const id = await book.note(model, reserved)
  // A call that the end of the run cuts off counts as what was reserved for it.
  let cost: number | null = reserved
  const settle = (counted: CallUsage) => {
    cost = costOf(price, medium, counted)
    book.settlements.push({ id, input: counted.input, output: counted.output, cost })
  }
  try {
    const answer = await ask(request, generator)
    settle(used(answer))
    return { answer, cost }
  } catch (error) {
    if (!generator.signal.aborted) settle(usedBy(error))
    if (!(error instanceof ModelCallError)) throw error
    return { failure: error, cost }
  } finally {
    budget.give({ reserved, cost: cost ?? 0 })
  }
}

/** What a call that failed has used all the same, as far as the provider told it. */
function usedBy(error: unknown): CallUsage {
  const usage = error instanceof ModelCallError ? error.usage : undefined
  return { input: usage?.input ?? 0, output: usage?.output ?? 0 }
}
