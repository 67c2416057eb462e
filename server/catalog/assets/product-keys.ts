import { foldText } from '#shared/text.ts'

/**
 * The keys of products, such as SKUs, by their spelling, without their separators and without leading
 * zeros.
 */
export class ProductKeys {
  readonly #exact = new Map<string, number[]>()
  readonly #loose = new Map<string, number[]>()
  readonly #digits = new Map<string, number[]>()

  add(key: string, product: number): void {
    const folded = foldText(key)
    if (folded === '') return
    push(this.#exact, folded, product)
    push(this.#loose, loosen(folded), product)
    if (isDigits(folded)) push(this.#digits, withoutZeros(folded), product)
  }

  get isEmpty(): boolean {
    return this.#exact.size === 0
  }

  findExact(folded: string): readonly number[] {
    return this.#exact.get(folded) ?? []
  }

  findLoose(folded: string): readonly number[] {
    return this.#loose.get(loosen(folded)) ?? []
  }

  /** Finds keys of digits only that differ by leading zeros. */
  findByNumber(folded: string): readonly number[] {
    return isDigits(folded) ? (this.#digits.get(withoutZeros(folded)) ?? []) : []
  }

  /** The products whose key is one edit away: a sign more, less, another one, or two exchanged. */
  findNear(folded: string, limit: number): number[] {
    const text = loosen(folded)
    const found = new Set<number>()
    if (text.length < shortestNear || text.length > longestNear) return []
    for (const near of editsOf(text)) {
      for (const product of this.#loose.get(near) ?? []) found.add(product)
      if (found.size >= limit) break
    }
    return [...found].slice(0, limit)
  }
}

// Keys of two signs are all near each other, and a long text is a sentence.
const [shortestNear, longestNear] = [3, 40]
const signs = [...'abcdefghijklmnopqrstuvwxyz0123456789']

function* editsOf(text: string): Generator<string> {
  for (let at = 0; at <= text.length; at += 1) {
    const [before, behind] = [text.slice(0, at), text.slice(at)]
    if (behind !== '') yield before + behind.slice(1)
    if (behind.length > 1) yield before + behind[1] + behind[0] + behind.slice(2)
    for (const sign of signs) {
      yield before + sign + behind
      if (behind !== '') yield before + sign + behind.slice(1)
    }
  }
}

function push(map: Map<string, number[]>, key: string, product: number): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [product])
  else if (!known.includes(product)) known.push(product)
}

/**
 * Drops what people write differently in one key: white space, `-`, `_` and `.`, and what no name of a file
 * can hold.
 */
export function loosen(folded: string): string {
  return folded.replaceAll(/[\s\-_.<>:"|?*\\/]+/g, '')
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}
