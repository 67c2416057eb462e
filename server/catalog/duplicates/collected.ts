/** The compared entities of a search, as numbers where possible: up to a million are in memory at once. */
import { readGtin } from '#shared/gtin.ts'
import { foldText } from '#shared/text.ts'
import type { ComparedRow } from '../../store/tables/merge-changes.ts'
import { BlockingIndex } from './matches.ts'

/** Words without meaning for a product, in the languages of the first catalogs. */
const fillers = new Set(
  'a an and at by de der des die das du et for fur from im in la le les mit of on pour the und von with zum zur'.split(
    ' ',
  ),
)

const nonAscii = /\P{ASCII}/u
const parts = /\d+(?:[.,]\d+)*|\p{L}+/gu

/** A title as words and numbers, folded, without accents and hyphens: "T-Shirt 1,5l" is `t shirt 1.5 l`. */
function titleWords(title: string): string[] {
  const folded = foldText(title)
  const plain = nonAscii.test(folded) ? folded.normalize('NFD').replaceAll(/\p{M}/gu, '') : folded
  const found = [...plain.matchAll(parts)].map(([part], index, all) => ({
    word: part.replaceAll(',', '.'),
    // Letters of a code, as in X464an, are no fillers.
    isFiller: fillers.has(part) && !touchesDigit(plain, all[index]),
  }))
  const distinctive = found.filter(({ isFiller }) => !isFiller)
  return (distinctive.length > 0 ? distinctive : found).map(({ word }) => word)
}

function touchesDigit(text: string, match: RegExpExecArray | undefined): boolean {
  if (!match) return false
  const [before, behind] = [text[match.index - 1], text[match.index + match[0].length]]
  return [before, behind].some((letter) => letter !== undefined && isNumber(letter))
}

export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 48 && code <= 57
}

export function isTypo(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < 4 || (one[0] !== other[0] && shorter < 6)) return false
  const most = shorter >= 9 ? 2 : 1
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most
}

function distance(one: string, other: string): number {
  const width = other.length + 1
  let [before, last] = [
    Array.from({ length: width }, () => 0),
    Array.from({ length: width }, (_, index) => index),
  ]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column < width; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const changed = at(last, column - 1) + (isSame ? 0 : 1)
      const best = Math.min(changed, at(last, column) + 1, at(next, column - 1) + 1)
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next.push(isSwap ? Math.min(best, at(before, column - 2) + 1) : best)
    }
    ;[before, last] = [last, next]
  }
  return at(last, width - 1)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0
}

export class Titles {
  readonly #words: string[] = []
  readonly #counts: number[] = []
  readonly #places = new Map<string, number>()
  #sequence = new Uint32Array(1024)
  #starts = new Uint32Array(1024)
  #size = 0
  #length = 0

  get wordCount(): number {
    return this.#length
  }

  add(words: readonly string[]): void {
    if (this.#size + 2 > this.#starts.length) this.#starts = larger(this.#starts)
    while (this.#length + words.length > this.#sequence.length) this.#sequence = larger(this.#sequence)
    const start = this.#length
    for (const word of words) {
      const position = this.#placeOf(word)
      if (!this.#sequence.subarray(start, this.#length).includes(position))
        this.#counts[position] = (this.#counts[position] ?? 0) + 1
      this.#sequence[this.#length] = position
      this.#length += 1
    }
    this.#size += 1
    this.#starts[this.#size] = this.#length
  }

  isEmpty(position: number): boolean {
    return this.#starts[position] === this.#starts[position + 1]
  }

  wordsOf(position: number): string[] {
    const words: string[] = []
    const end = this.#starts[position + 1] ?? 0
    for (let at = this.#starts[position] ?? 0; at < end; at += 1)
      words.push(this.#words[this.#sequence[at] ?? 0] ?? '')
    return words
  }

  readonly frequency = (word: string): number => this.#counts[this.#places.get(word) ?? -1] ?? 0

  #placeOf(word: string): number {
    const known = this.#places.get(word)
    if (known !== undefined) return known
    // A substring would keep the whole text in memory.
    const own = word.length > longestCopied ? Buffer.from(word).toString() : word
    this.#places.set(own, this.#words.length)
    return this.#words.push(own) - 1
  }
}

const longestCopied = 12

/** Frees the smaller buffer at once instead of at the next garbage collection. */
function larger({ buffer }: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(buffer.transfer(buffer.byteLength * 2))
}

const blanks = new Set([
  '',
  'na',
  'none',
  'null',
  'unknown',
  'unbekannt',
  'tbd',
  'keine',
  'no',
  'ohne',
  'x',
  'xxx',
])

const noPictures: readonly string[] = []

export class CollectedEntities {
  #size = 0
  #numbers = roomFor(16)
  readonly brands: string[] = ['']
  readonly titles = new Titles()
  readonly blocks = new BlockingIndex()
  readonly #pictures = new Map<number, readonly string[]>()
  readonly #brandPlaces = new Map<string, number>([['', 0]])

  expect(count: number): void {
    if (this.#size === 0) this.#numbers = roomFor(Math.max(16, count))
  }

  get size(): number {
    return this.#size
  }

  get ids(): Float64Array {
    return this.#numbers.ids
  }

  /** The internal id of the parent, or its own, so that a product and its variants share it. */
  get families(): Float64Array {
    return this.#numbers.families
  }

  get gtins(): Float64Array {
    return this.#numbers.gtins
  }

  get brandOf(): Uint32Array {
    return this.#numbers.brandOf
  }

  /** Two hashes each; 0 and 0 without an MPN. */
  get mpns(): readonly [Uint32Array, Uint32Array] {
    return this.#numbers.mpns
  }

  get skus(): readonly [Uint32Array, Uint32Array] {
    return this.#numbers.skus
  }

  add([id, parent, gtin, brand, mpn, sku, title, ...pictures]: ComparedRow): void {
    const position = this.#size
    if (position === this.#numbers.ids.length) this.#numbers = withMoreRoom(this.#numbers)
    const { ids, families, gtins, brandOf, mpns, skus } = this.#numbers
    ids[position] = id
    families[position] = parent ?? id
    gtins[position] = gtinNumber(gtin)
    brandOf[position] = this.#placeOfBrand(foldText(textOf(brand)))
    setMark(mpns, position, compactCode(textOf(mpn)))
    setMark(skus, position, compactCode(textOf(sku), 3))
    this.titles.add(title === null || title === undefined ? [] : titleWords(String(title).slice(0, 500)))
    const shown = pictures.flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []))
    if (shown.length > 0) this.#pictures.set(position, shown)
    this.#size += 1
  }

  wordsOf(position: number): string[] {
    return this.titles.wordsOf(position)
  }

  picturesOf(position: number): readonly string[] {
    return this.#pictures.get(position) ?? noPictures
  }

  holds(id: number): boolean {
    let [low, high] = [0, this.#size - 1]
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.ids[middle] ?? 0
      if (found === id) return true
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  #placeOfBrand(brand: string): number {
    const known = this.#brandPlaces.get(brand)
    if (known !== undefined) return known
    const isBlank = blanks.has(brand.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    const position = isBlank ? 0 : this.brands.push(brand) - 1
    this.#brandPlaces.set(brand, position)
    return position
  }
}

interface Numbers {
  readonly ids: Float64Array
  readonly families: Float64Array
  readonly gtins: Float64Array
  readonly brandOf: Uint32Array
  readonly mpns: readonly [Uint32Array, Uint32Array]
  readonly skus: readonly [Uint32Array, Uint32Array]
}

function roomFor(count: number): Numbers {
  return {
    ids: new Float64Array(count),
    families: new Float64Array(count),
    gtins: new Float64Array(count),
    brandOf: new Uint32Array(count),
    mpns: [new Uint32Array(count), new Uint32Array(count)],
    skus: [new Uint32Array(count), new Uint32Array(count)],
  }
}

function withMoreRoom(numbers: Numbers): Numbers {
  const more = roomFor(numbers.ids.length * 2)
  more.ids.set(numbers.ids)
  more.families.set(numbers.families)
  more.gtins.set(numbers.gtins)
  more.brandOf.set(numbers.brandOf)
  for (const at of [0, 1] as const) {
    more.mpns[at].set(numbers.mpns[at])
    more.skus[at].set(numbers.skus[at])
  }
  return more
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function gtinNumber(value: unknown): number {
  const digits = readGtin(textOf(value))
  return digits === undefined ? 0 : Number(digits)
}

export function compactCode(text: string, shortest = 2): string {
  const code = foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const isNothing = code.length < shortest || blanks.has(code) || /^0+$/.test(code)
  return isNothing ? '' : code
}

function setMark([first, second]: Numbers['mpns'], position: number, text: string): void {
  if (text === '') return
  first[position] = hashText(text, 11) || 1
  second[position] = hashText(text, 23)
}

export function hashText(text: string, seed = 0): number {
  let hash = seed ^ 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mix(hash)
}

export function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
