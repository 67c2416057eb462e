import type { FieldError } from '#shared/errors.ts'
import { message, type Sentence, sentences } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import {
  type Picture,
  type TextRequest,
  type ModelAnswer,
  type ModelRequest,
  ModelCallError,
} from '../../providers/model-call.ts'
import { maxOutput, maxTokens, costOf, type CallUsage } from '../../catalog/generation-runs/call-cost.ts'
import type { GeneratedValue } from '../../catalog/generation-runs/generated-values.ts'
import type { ValueOutcome } from '../../catalog/generation-runs/store-results.ts'
import { buildPrompt, buildRepair, type Prompt } from '../../catalog/generation/build-prompt.ts'
import type { GenerationContext } from '../../catalog/generation/generation-context.ts'
import {
  outputSchema,
  readOutput,
  type ReadOutput,
  verifyEvidence,
} from '../../catalog/generation/read-output.ts'
import { promptOf } from '../../catalog/proposals/prompt-versions.ts'
import { describeFault } from '../../catalog/errors.ts'
import type { AskedModel, ModelAccess } from '../job-context.ts'
import { type Asking, ask } from './ask.ts'
import type { Budget, RunBook } from './run-book.ts'

export interface Generator extends Asking {
  readonly access: ModelAccess
  readonly provider: string
  readonly budget: Budget
  readonly book: Pick<RunBook, 'note' | 'settlements'>
}

export interface ValueRequest {
  readonly generated: Pick<GeneratedValue, 'definition'>
  readonly model: AskedModel
  readonly context: GenerationContext
  readonly digest: string
  readonly pictures: readonly Picture[]
}

const timeoutMs = 180_000

/**
 * Asks for one value and reads the answer, once more where it is invalid. Undefined where the budget does not
 * allow the call; rejects with the reason that ends the run.
 */
export async function generateValue(
  generator: Generator,
  asked: ValueRequest,
): Promise<ValueOutcome | undefined> {
  const { generated, context, digest } = asked
  const { definition } = generated
  const { key } = definition
  const prompt = buildPrompt(definition, context)
  const first = await call(generator, asked, prompt)
  if (first === undefined) return undefined
  const answers = [first]
  if ('faults' in first.read) {
    const repaired = await call(generator, asked, buildRepair(prompt, first.text, first.read.faults))
    if (repaired === undefined) return undefined
    answers.push(repaired)
  }
  const { read } = answers.at(-1) ?? first
  if ('refusal' in read) return { kind: 'failed', key, issue: 'refused', sentence: read.refusal }
  if ('faults' in read)
    return { kind: 'failed', key, issue: 'output_not_valid', sentence: describeUnfit(read.faults) }
  if (read.value === null) return { kind: 'not_stated', key, digest }
  const costs = answers.map(({ cost }) => cost)
  const cost = costs.includes(null) ? null : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const evidence = verifyEvidence(read.evidence, context)
  const from = { provider: generator.provider, model: asked.model.model }
  return {
    kind: 'value',
    key,
    digest,
    prompt: promptOf(definition),
    answer: { ...read, evidence, cost, ...from },
  }
}

function describeUnfit(faults: readonly FieldError[]): Sentence {
  return sentences(message('model.no_fitting_answer'), ...faults.slice(0, 3).map(describeFault))
}

interface AnsweredValue {
  readonly text: string
  readonly read: ReadOutput | { readonly refusal: Sentence }
  readonly cost: number | null
}

async function call(
  generator: Generator,
  asked: ValueRequest,
  prompt: Prompt,
): Promise<AnsweredValue | undefined> {
  const request = requestOf(generator, asked, prompt)
  const texts = [prompt.system, prompt.prompt, JSON.stringify(request.schema)]
  const most = { input: maxTokens(texts, asked.pictures.length), output: request.maxOutputTokens }
  const called = await paidCall(generator, asked.model, {
    request,
    most,
    // Without counts of the provider the length of the texts counts.
    used: ({ text, usage }) => ({
      input: usage.input ?? most.input,
      output: usage.output ?? Buffer.byteLength(text),
    }),
  })
  if (!called) return undefined
  const { cost } = called
  if ('failure' in called) return { ...readFailure(called.failure), cost }
  const { text, value } = called.answer
  return { text, read: readOutput(asked.generated.definition, value, asked.context), cost }
}

function requestOf(
  { access }: Generator,
  { generated: { definition }, model: { model, structuredOutput }, context, pictures }: ValueRequest,
  { system, prompt }: Prompt,
): TextRequest {
  return {
    kind: 'text',
    provider: access.provider,
    model,
    system,
    prompt,
    images: pictures,
    schema: outputSchema(definition, context),
    structuredOutput,
    webSearch: definition.selected_tools.includes('includeWebSearch'),
    maxOutputTokens: maxOutput(definition),
    timeoutMs,
  }
}

/** Text that is no JSON is an invalid answer; a refusal is none. */
function readFailure({ reason, sentence, text }: ModelCallError): Omit<AnsweredValue, 'cost'> {
  if (reason === 'refused') return { text: '', read: { refusal: sentence } }
  return { text: text ?? '', read: { faults: [{ field: 'answer', ...issueSentence(sentence) }] } }
}

interface CallTerms<R extends ModelRequest> {
  readonly request: R
  readonly most: CallUsage
  readonly used: (answer: ModelAnswer<R>) => CallUsage
}

type PaidCall<R extends ModelRequest> = { readonly cost: number | null } & (
  | { readonly answer: ModelAnswer<R> }
  | { readonly failure: ModelCallError }
)

/**
 * Makes one call within the budget: its maximum is reserved before, and its use noted after. Undefined where
 * the budget does not allow it; rejects with the reason that ends the run.
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
  // A call cut off by the end of the run counts as reserved.
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

function usedBy(error: unknown): CallUsage {
  const usage = error instanceof ModelCallError ? error.usage : undefined
  return { input: usage?.input ?? 0, output: usage?.output ?? 0 }
}
