import { promptOf } from '../../catalog/proposals/prompt-versions.ts'
import type { ValueOutcome } from '../../catalog/generation-runs/store-results.ts'
import { costOf, videoSeconds } from '../../catalog/generation-runs/call-cost.ts'
import { buildPrompt } from '../../catalog/generation/build-prompt.ts'
import { type VideoAnswer, type VideoRequest, ModelCallError } from '../../providers/model-call.ts'
import { ask } from './ask.ts'
import type { ValueRequest, Generator } from './generate-value.ts'
import { toVideoFile } from './made-files.ts'

export interface StoredOrder {
  readonly spend: number
  readonly order: unknown
}

export interface OrderBook {
  readonly stored: StoredOrder | undefined
  keep(order: StoredOrder & { readonly cost: number | null }): Promise<void>
}

const timeoutMs = 30 * 60_000

const ratios = { Square: null, Landscape: '16:9', Portrait: '9:16' } as const

/**
 * Orders the video of one value, or resumes an order, and waits for it. The order is paid and stored before
 * the wait, so that a resumed run orders nothing twice. Undefined where the budget does not allow it.
 */
export async function makeVideo(
  generator: Generator,
  asked: ValueRequest,
  orders: OrderBook,
): Promise<ValueOutcome | undefined> {
  const { model, digest } = asked
  const { key } = asked.generated.definition
  const made = await order(generator, asked, orders)
  if (!made) return undefined
  if ('failure' in made) return { kind: 'failed', key, issue: 'refused', sentence: made.failure.sentence }
  const file = toVideoFile(made.answer.video, model.model)
  if (!file) return { kind: 'failed', key, issue: 'output_not_valid', sentence: noVideo }
  const from = { provider: generator.provider, model: model.model, cost: made.cost }
  const answer = { value: file.path, files: [file], evidence: [], note: null, ...from }
  return { kind: 'value', key, digest, prompt: promptOf(asked.generated.definition), answer }
}

const noVideo = 'What the model sent is no video that can be kept (MP4, MOV or WebM).'

interface VideoOrder {
  readonly cost: number | null
}

type VideoResult = (VideoOrder & { readonly answer: VideoAnswer }) | { readonly failure: ModelCallError }

interface OrderCall {
  readonly spend: number
  readonly cost: number | null
  isOrdered: boolean
}

async function order(
  generator: Generator,
  asked: ValueRequest,
  orders: OrderBook,
): Promise<VideoResult | undefined> {
  const { budget, book } = generator
  const { medium, model, price } = asked.model
  const cost = costOf(price, medium, { input: 0, output: 0, seconds: videoSeconds })
  const { stored } = orders
  if (stored) return waitFor(generator, asked, orders, { spend: stored.spend, cost, isOrdered: true })
  const reserved = cost ?? 0
  if (!(await budget.take(reserved))) return undefined
  const call = { spend: await book.note(model, reserved), cost, isOrdered: false }
  try {
    return await waitFor(generator, asked, orders, call)
  } finally {
    budget.give({ reserved, cost: call.isOrdered ? reserved : 0 })
  }
}

async function waitFor(
  generator: Generator,
  asked: ValueRequest,
  orders: OrderBook,
  call: OrderCall,
): Promise<VideoResult> {
  const { spend, cost } = call
  const request: VideoRequest & { order?: unknown } = {
    ...requestOf(generator, asked),
    order: orders.stored?.order,
    onOrdered: async (taken) => {
      await orders.keep({ spend, order: taken, cost })
      request.order = taken
      call.isOrdered = true
    },
  }
  try {
    return { answer: await ask(request, generator), cost }
  } catch (error) {
    return giveUp(generator, call, error)
  }
}

/** An interrupted run continues with the order later; a provider does not charge for a failed order. */
function giveUp({ signal, book }: Generator, call: OrderCall, error: unknown): VideoResult {
  const isFinal = error instanceof ModelCallError
  if (signal.aborted || (call.isOrdered && !isFinal)) throw error
  call.isOrdered = false
  book.settlements.push({ id: call.spend, input: 0, output: 0, cost: call.cost === null ? null : 0 })
  if (!isFinal) throw error
  return { failure: error }
}

function requestOf(
  { access: { provider } }: Generator,
  { generated: { definition }, model: { model }, context }: ValueRequest,
): VideoRequest {
  const { system, prompt } = buildPrompt(definition, context)
  const { aspect_ratio: ratio } = definition
  return {
    kind: 'video',
    provider,
    model,
    prompt: `${system}\n\n${prompt}`,
    aspectRatio: ratio && ratios[ratio],
    seconds: videoSeconds,
    timeoutMs,
  }
}
