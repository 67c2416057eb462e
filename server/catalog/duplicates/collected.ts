/** The entities that a search compares, as numbers where that will do: a million of them are held at once. */
import { readGtin } from '#shared/gtin.ts'
import { foldText } from '#shared/text.ts'
import type { ComparedRow } from '../../store/tables/compared-entities.ts'
import { hashText } from './hash.ts'
import { titleWords } from './title-words.ts'

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
const frequencies = 2 ** 21

export class Collected {
  readonly ids: number[] = []
  /** The internal id of the parent, or its own: what stands in one family. */
  readonly families: number[] = []
  /** 14 digits as a number; 0 for none. */
  readonly gtins: number[] = []
  /** Two hashes each; 0 and 0 for none. */
  readonly mpns: [number[], number[]] = [[], []]
  readonly skus: [number[], number[]] = [[], []]
  /** Which brand, by its place in `brands`; 0 for none. */
  readonly brandOf: number[] = []
  readonly brands: string[] = ['']
  /** Words of the title with spaces between them. */
  readonly titles: string[] = []
  readonly pictures: (readonly string[])[] = []
  readonly #brandPlaces = new Map<string, number>([['', 0]])
  readonly #frequency = new Uint16Array(frequencies)

  get size(): number {
    return this.ids.length
  }

  add([id, parent, gtin, brand, mpn, sku, title, ...pictures]: ComparedRow): void {
    this.ids.push(id)
    this.families.push(parent ?? id)
    this.gtins.push(gtinNumber(gtin))
    this.brandOf.push(this.#placeOfBrand(foldText(textOf(brand))))
    pushMark(this.mpns, compactCode(textOf(mpn)))
    pushMark(this.skus, compactCode(textOf(sku), 3))
    const words = title === null || title === undefined ? [] : titleWords(String(title).slice(0, 500))
    for (const word of new Set(words)) this.#count(word)
    this.titles.push(words.join(' '))
    this.pictures.push(pictures.flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : [])))
  }

  wordsOf(place: number): string[] {
    const title = this.titles[place] as string
    return title === '' ? [] : title.split(' ')
  }

  /** In how many titles a word stands, about: never fewer than there are. */
  readonly frequency = (word: string): number => this.#frequency[hashText(word, 3) % frequencies] as number

  #count(word: string): void {
    const place = hashText(word, 3) % frequencies
    const count = this.#frequency[place] as number
    if (count < 0xffff) this.#frequency[place] = count + 1
  }

  #placeOfBrand(brand: string): number {
    if (blanks.has(brand.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return 0
    const known = this.#brandPlaces.get(brand)
    if (known !== undefined) return known
    this.#brandPlaces.set(brand, this.brands.length)
    return this.brands.push(brand) - 1
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function gtinNumber(value: unknown): number {
  const digits = readGtin(textOf(value))
  return digits === undefined ? 0 : Number(digits)
}

/** A code without case, spaces and punctuation; empty where it is none. */
export function compactCode(text: string, shortest = 2): string {
  const code = foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const isNothing = code.length < shortest || blanks.has(code) || /^0+$/.test(code)
  return isNothing ? '' : code
}

function pushMark([first, second]: [number[], number[]], text: string): void {
  first.push(text === '' ? 0 : hashText(text, 11) || 1)
  second.push(text === '' ? 0 : hashText(text, 23))
}
