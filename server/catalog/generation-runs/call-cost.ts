import type { AttributeConfig } from '#shared/attributes.ts'

/** Dollars per million tokens; null is not known. */
export interface TokenPrice {
  readonly input: number | null
  readonly output: number | null
}

/** What a call of so many tokens costs, in dollars; null where the price is not known. */
export function costOf(price: TokenPrice | null, tokens: { input: number; output: number }): number | null {
  if (price === null || price.input === null || price.output === null) return null
  return (tokens.input * price.input + tokens.output * price.output) / 1_000_000
}

const tokensOfPicture = 1600

/** How many tokens a text is at most: none is shorter than a byte. */
export function mostTokens(texts: readonly string[], pictures: number): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) + pictures * tokensOfPicture
}

/** How many tokens a text probably is: four letters to one. */
export function likelyTokens(texts: readonly string[], pictures: number): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4) + pictures * tokensOfPicture
}

/** What an answer may be long, in tokens: long texts need room, and every value brings its evidence. */
export function mostOutput({ data_type: type }: AttributeConfig): number {
  return type === 'multi_line_text_field' || type === 'rich_text_field' || type === 'json' ? 4000 : 1000
}

/** What an answer is probably long. */
export function likelyOutput({ data_type: type }: AttributeConfig): number {
  return type === 'multi_line_text_field' || type === 'rich_text_field' || type === 'json' ? 350 : 90
}
