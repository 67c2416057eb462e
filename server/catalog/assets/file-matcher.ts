import type { AssetRule } from '#shared/assets.ts'
import { readGtin } from '#shared/gtin.ts'
import type { ReadCatalog } from '../connections/reader.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { listComparablesBehind } from '../../store/tables/values.ts'
import type { PictureTexts } from './file-facts.ts'
import { type ApplyRule, compileRule } from './match-rules.ts'
import { type FileName, readName } from './name-readings.ts'
import { ProductKeys } from './product-keys.ts'

/** What the rules say of one file. */
export interface FileMatch {
  readonly name: FileName
  /** The number of the rule that decided; null where none found a product. */
  readonly rule: number | null
  readonly products: readonly number[]
  /** Products whose key is one edit away, for a file without a product. */
  readonly near: readonly number[]
  readonly n: number | undefined
  readonly view: string | undefined
  readonly order: number | undefined
}

// Looking for near keys tries some thousand spellings of a name.
const maxNearSearches = 2000
const maxCandidates = 5

/** Applies rules in their order to files: the first that finds exactly one product decides. */
export class FileMatcher {
  readonly #rules: readonly ApplyRule[]
  readonly #keys: readonly ProductKeys[]
  #nearSearches = 0

  constructor(rules: readonly AssetRule[], keys: ReadonlyMap<string, ProductKeys>) {
    this.#keys = [...keys.values()]
    this.#rules = rules.map((rule) => compileRule(rule, keys.get(keyOf(rule)) ?? new ProductKeys()))
  }

  match(fileName: string, texts: PictureTexts): FileMatch {
    const name = readName(fileName)
    let open: Omit<FileMatch, 'name' | 'near'> | undefined
    for (const [rule, apply] of this.#rules.entries()) {
      const { products, n, view, order } = apply({ name, texts })
      const match = { rule, products: products.slice(0, maxCandidates), n, view, order }
      if (products.length === 1) return { name, near: [], ...match }
      if (products.length > 1) open ??= match
    }
    if (open) return { name, near: [], ...open }
    const nothing = { rule: null, products: [], n: undefined, view: undefined, order: undefined }
    return { name, ...nothing, near: this.#findNear(name) }
  }

  #findNear({ stems }: FileName): number[] {
    if (this.#nearSearches >= maxNearSearches) return []
    this.#nearSearches += 1
    const texts = stems.flatMap((stem) => [stem, stem.split(/[ _]/)[0] ?? ''])
    const near = [...new Set(texts)].flatMap((text) =>
      this.#keys.flatMap((keys) => keys.findNear(text, maxCandidates)),
    )
    return [...new Set(near)].slice(0, maxCandidates)
  }
}

/** Keys are read once for an attribute; GTINs are digits whatever stands between them. */
function keyOf({ by, attribute }: AssetRule): string {
  return `${by === 'gtin' ? 'gtin' : 'text'} ${attribute}`
}

const atOnce = 5000

/** Reads the keys that rules look for from all products, a page at a time. */
export function readProductKeys(read: ReadCatalog, rules: readonly AssetRule[]): Map<string, ProductKeys> {
  const keys = new Map<string, ProductKeys>()
  for (const rule of rules) {
    const name = keyOf(rule)
    if (keys.has(name)) continue
    const all = new ProductKeys()
    keys.set(name, all)
    const id = read((db) => attributesOf(db, 'product').byKey.get(rule.attribute)?.id)
    if (id === undefined) continue
    for (let behind = 0; ;) {
      const page = read((db) => listComparablesBehind(db, id, { behind, limit: atOnce }))
      for (const [product, text] of page) {
        const key = rule.by === 'gtin' ? readGtin(String(text)) : String(text)
        if (key !== undefined) all.add(key, product)
      }
      const last = page.at(-1)
      if (!last || page.length < atOnce) break
      behind = last[0]
    }
  }
  return keys
}
