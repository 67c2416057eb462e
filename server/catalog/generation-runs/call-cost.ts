import type { AttributeConfig } from '#shared/attributes.ts'
import type { Medium, Prices } from '#shared/providers.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { reserveSpend, settleSpend, type Settlement, giveUpSpend } from '../../store/tables/spend.ts'

/** What a call uses: texts are paid by their tokens, pictures and films by what is made. */
export interface CallUsage {
  readonly input: number
  readonly output: number
  readonly pictures?: number
  readonly seconds?: number
}

/** What a call costs, in dollars; null where the price is not known. */
export function costOf(price: Prices | null, medium: Medium, used: CallUsage): number | null {
  return price && costs[medium](price, used)
}

/** Whether it is known what a call costs. */
export function isPriced(price: Prices | null, medium: Medium): boolean {
  return costOf(price, medium, { input: 0, output: 0 }) !== null
}

const costs: Readonly<Record<Medium, (price: Prices, used: CallUsage) => number | null>> = {
  text: ({ input, output }, used) =>
    input === null || output === null ? null : (used.input * input + used.output * output) / 1_000_000,
  image: ({ image }, { pictures = 0 }) => (image === null ? null : pictures * image),
  video: ({ video }, { seconds = 0 }) => (video === null ? null : seconds * video),
}

/** How long a video is that is ordered, which is what it is paid by. */
export const videoSeconds = 8

/** What one call makes, beside the tokens. */
export function madeBy({ data_type: type, image_count: count }: AttributeConfig): Partial<CallUsage> {
  if (type === 'image') return { pictures: count ?? 1 }
  return type === 'video' ? { seconds: videoSeconds } : {}
}

const tokensOfPicture = 1600

/** How many tokens a text is at most: none is shorter than a byte. */
export function maxTokens(texts: readonly string[], pictures: number): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) + pictures * tokensOfPicture
}

/** How many tokens a text probably is: four letters to one. */
export function likelyTokens(texts: readonly string[], pictures: number): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4) + pictures * tokensOfPicture
}

/** What an answer may be long, in tokens: long texts need room, and every value brings its evidence. */
export function maxOutput({ data_type: type }: AttributeConfig): number {
  return type === 'multi_line_text_field' || type === 'rich_text_field' || type === 'json' ? 4000 : 1000
}

/** What an answer is probably long. */
export function likelyOutput({ data_type: type }: AttributeConfig): number {
  return type === 'multi_line_text_field' || type === 'rich_text_field' || type === 'json' ? 350 : 90
}

// Answers and the counting of tokens differ from model to model, and some answers are asked for once more.
const [low, high] = [0.6, 2]

/** Between what and what something costs that is likely to cost so much; null where no price is known. */
export function costRange(likely: number | null): { low: number; high: number } | null {
  return likely === null ? null : { low: likely * low, high: likely * high }
}

/** Calls of a model that are part of no run, as probes are, with what they came to. */
export interface NotedCalls {
  readonly provider: string
  readonly model: string
  readonly calls: readonly Omit<Settlement, 'id'>[]
}

/** Notes what calls came to that nothing was reserved for. */
export function noteCalls(tx: WritableDb, { calls, ...named }: NotedCalls): null {
  const ids = reserveSpend(
    tx,
    calls.map(({ cost }) => ({ job: null, ...named, reserved: cost ?? 0 })),
  )
  settleSpend(
    tx,
    calls.map((call, index) => ({ id: ids[index] ?? 0, ...call })),
  )
  return null
}

interface SettleTry extends NotedCalls {
  /** The call that was reserved for it, the first of `calls`; there is none where it was cut off. */
  readonly reservation: number
}

/** Notes what the calls of a try came to. One that was cut off counts as what was reserved for it, and a second one adds itself. */
export function settleTry(tx: WritableDb, { reservation, calls, ...named }: SettleTry): null {
  const [first, ...others] = calls
  if (!first) giveUpSpend(tx, reservation)
  else settleSpend(tx, [{ id: reservation, ...first }])
  return noteCalls(tx, { ...named, calls: others })
}
