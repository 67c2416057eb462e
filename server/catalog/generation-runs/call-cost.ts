import type { AttributeConfig } from '#shared/attributes.ts'
import type { Medium, Prices } from '#shared/providers.ts'
import type { WritableDb } from '../../store/database/database.ts'
import {
  reserveSpend,
  settleSpend,
  type Settlement,
  giveUpSpend,
} from '../../store/tables/generation-runs.ts'

export interface CallUsage {
  readonly input: number
  readonly output: number
  readonly pictures?: number
  readonly seconds?: number
}

/** The cost of a call in dollars; null where the price is not known. */
export function costOf(price: Prices | null, medium: Medium, used: CallUsage): number | null {
  return price && costs[medium](price, used)
}

export function isPriced(price: Prices | null, medium: Medium): boolean {
  return costOf(price, medium, { input: 0, output: 0 }) !== null
}

const costs: Readonly<Record<Medium, (price: Prices, used: CallUsage) => number | null>> = {
  text: ({ input, output }, used) =>
    input === null || output === null ? null : (used.input * input + used.output * output) / 1_000_000,
  image: ({ image }, { pictures = 0 }) => (image === null ? null : pictures * image),
  video: ({ video }, { seconds = 0 }) => (video === null ? null : seconds * video),
}

export const videoSeconds = 8

export function madeBy({ data_type: type, image_count: count }: AttributeConfig): Partial<CallUsage> {
  if (type === 'image') return { pictures: count ?? 1 }
  return type === 'video' ? { seconds: videoSeconds } : {}
}

const tokensOfPicture = 1600

/** The most tokens that a text can have: a token has at least one byte. */
export function maxTokens(texts: readonly string[], pictures: number): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) + pictures * tokensOfPicture
}

export function likelyTokens(texts: readonly string[], pictures: number): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4) + pictures * tokensOfPicture
}

/** The longest answer in tokens: long texts need room, and every value comes with its evidence. */
export function maxOutput({ data_type: type }: AttributeConfig): number {
  return type === 'multi_line_text_field' || type === 'rich_text_field' || type === 'json' ? 4000 : 1000
}

export function likelyOutput({ data_type: type }: AttributeConfig): number {
  return type === 'multi_line_text_field' || type === 'rich_text_field' || type === 'json' ? 350 : 90
}

// Answers and token counts differ between models, and some answers are requested a second time.
const [low, high] = [0.6, 2]

export function costRange(likely: number | null): { low: number; high: number } | null {
  return likely === null ? null : { low: likely * low, high: likely * high }
}

export interface NotedCalls {
  readonly provider: string
  readonly model: string
  readonly calls: readonly Omit<Settlement, 'id'>[]
}

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
  readonly reservation: number
}

/** Notes the cost of a try. A call that was cut off counts as reserved, and a second call is added. */
export function settleTry(tx: WritableDb, { reservation, calls, ...named }: SettleTry): null {
  const [first, ...others] = calls
  if (!first) giveUpSpend(tx, reservation)
  else settleSpend(tx, [{ id: reservation, ...first }])
  return noteCalls(tx, { ...named, calls: others })
}
