import type { AssetRule } from '#shared/assets.ts'
import { readGtin, hasGtinCheckDigit } from '#shared/gtin.ts'
import type { ReadCatalog } from '../connections/reader.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { listComparablesBehind } from '../../store/tables/values.ts'
import type { PictureTexts } from './file-facts.ts'
import {
  type FileName,
  readName,
  compileTemplate,
  defaultViews,
  freeSplitsOf,
  type Split,
  splitsOf,
  wordsBehind,
  withoutExtension,
} from './name-readings.ts'
import { ProductKeys } from './product-keys.ts'
import { createRequire } from 'node:module'
import type { parse as parseCsv } from 'csv-parse/sync'
import { foldText } from '#shared/text.ts'
import { compileGroups } from '../attributes/data-types/pattern.ts'

/** The matches of one file by the rules. */
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

/** A file to be placed: its name as sent, and the texts that its bytes hold. */
export interface NamedFile {
  readonly name: FileName
  readonly texts: PictureTexts
}

/** The products that a file may belong to by one rule, and its position among their pictures. */
export interface RuleHit {
  readonly products: readonly number[]
  readonly n?: number | undefined
  readonly view?: string | undefined
  /** The position of the view in the list of the rule. */
  readonly order?: number | undefined
}

type ApplyRule = (file: NamedFile) => RuleHit

const nothing: RuleHit = { products: [] }

/** Makes the test of a checked rule over the keys of its attribute. */
export function compileRule(rule: AssetRule, keys: ProductKeys): ApplyRule {
  const views = (('views' in rule ? rule.views : undefined) ?? defaultViews).map(foldText)
  const apply = testOf(rule, { keys, views })
  return (file) => {
    const hit = apply(file)
    return hit.view === undefined ? hit : { ...hit, order: views.indexOf(foldText(hit.view)) }
  }
}

interface RuleKeys {
  readonly keys: ProductKeys
  readonly views: readonly string[]
}

const tests: {
  readonly [By in AssetRule['by']]: (rule: Extract<AssetRule, { readonly by: By }>, of: RuleKeys) => ApplyRule
} = {
  key: ({ pattern }, { keys, views }) => {
    const template = pattern === undefined ? undefined : compileTemplate(pattern, views)
    const split = (text: string) => (template ? splitsOf(text, template) : freeSplitsOf(text, views))
    return ({ name }) => hitOf(name.stems, keys, split)
  },
  gtin:
    (_rule, { keys, views }) =>
    ({ name }) =>
      hitByGtin(name, keys, views),
  folder:
    ({ level }, { keys, views }) =>
    ({ name }) =>
      hitByFolder(name, { level, keys, views }),
  column: ({ csv }, { keys }) => hitByColumn(readList(csv), keys),
  iptc:
    ({ field }, { keys, views }) =>
    ({ texts }) =>
      hitOf([foldText(texts[field] ?? '')], keys, (text) => freeSplitsOf(text, views)),
  pattern: ({ pattern }, { keys }) => hitByExpression(pattern, keys),
}

function testOf<By extends AssetRule['by']>(
  rule: Extract<AssetRule, { readonly by: By }>,
  of: RuleKeys,
): ApplyRule {
  const by: By = rule.by
  return tests[by](rule, of)
}

/**
 * The product that one of the texts names: by an exact spelling, the longest key first; else without
 * separators, else without leading zeros, where both may mean several products.
 */
function hitOf(stems: readonly string[], keys: ProductKeys, split: (text: string) => Split[]): RuleHit {
  const splits = stems.map(split)
  for (const ofStem of splits) {
    const known = ofStem.filter(({ key }) => keys.findExact(key).length > 0)
    const longest = Math.max(...known.map(({ key }) => key.length))
    const found = known.find(({ key }) => key.length === longest)
    if (found) return { ...found, products: keys.findExact(found.key) }
  }
  return (
    hitOfAny(splits, (key) => keys.findLoose(key)) ??
    hitOfAny(splits, (key) => keys.findByNumber(key)) ??
    nothing
  )
}

function hitOfAny(splits: readonly Split[][], find: (key: string) => readonly number[]): RuleHit | undefined {
  for (const ofStem of splits) {
    const known = ofStem.filter(({ key }) => find(key).length > 0)
    const products = [...new Set(known.flatMap(({ key }) => find(key)))]
    const [first] = known
    if (first) return { n: first.n, view: first.view, products }
  }
  return undefined
}

function hitByGtin({ base }: FileName, keys: ProductKeys, views: readonly string[]): RuleHit {
  const stem = withoutExtension(base)
  const runs = [...stem.matchAll(/\d+/g)].filter(([digits]) => hasGtinCheckDigit(digits))
  const known = runs.filter(([digits]) => keys.findByNumber(digits).length > 0)
  const products = [...new Set(known.flatMap(([digits]) => keys.findByNumber(digits)))]
  const [first] = known
  if (!first) return nothing
  return { ...wordsBehind(stem.slice(first.index + first[0].length), views), products }
}

interface FolderSearch {
  readonly level: number
  readonly keys: ProductKeys
  readonly views: readonly string[]
}

function hitByFolder({ folders, stems }: FileName, { level, keys, views }: FolderSearch): RuleHit {
  const folder = folders[level - 1]
  if (folder === undefined) return nothing
  const { products } = hitOf([folder], keys, (key) => [
    { key, n: undefined, view: undefined },
    ...freeSplitsOf(key, views),
  ])
  return { ...wordsBehind(stems.at(-1) ?? '', views), products }
}

// Loaded with the first list: most matches have none.
const require = createRequire(import.meta.url)

interface ListedFile {
  readonly key: string
  readonly n: number
}

/** Reads a list of file names and keys; its rows number the pictures of a product. */
function readList(csv: string): ReadonlyMap<string, readonly ListedFile[]> {
  const { parse }: { readonly parse: typeof parseCsv } = require('csv-parse/sync')
  const rows: string[][] = parse(csv, {
    delimiter: delimiterOf(csv),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    bom: true,
  })
  const header = (rows[0] ?? []).map(foldText)
  const [file, key] = [columnOf(header, 'file', 0), columnOf(header, 'key', 1)]
  const listed = rows.slice(1).map((row, index) => ({
    file: withoutExtension(foldText((row[file] ?? '').split(/[\\/]/).at(-1) ?? '')),
    key: foldText(row[key] ?? ''),
    n: index + 1,
  }))
  return Map.groupBy(listed, (one) => one.file)
}

function delimiterOf(csv: string): string {
  const header = csv.slice(0, csv.search(/\r?\n|$/))
  const counts = [';', '\t', ','].map((sign) => ({ sign, count: header.split(sign).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign
}

function columnOf(header: readonly string[], name: string, other: number): number {
  const at = header.indexOf(name)
  return at < 0 ? other : at
}

function hitByColumn(list: ReadonlyMap<string, readonly ListedFile[]>, keys: ProductKeys): ApplyRule {
  return ({ name: { stems } }) => {
    const rows = stems.map((stem) => list.get(stem)).find(Boolean) ?? []
    const products = rows.flatMap(({ key }) => hitOf([key], keys, (one) => [wholeKey(one)]).products)
    return { products: [...new Set(products)], n: rows[0]?.n }
  }
}

function wholeKey(key: string): Split {
  return { key, n: undefined, view: undefined }
}

function hitByExpression(pattern: string, keys: ProductKeys): ApplyRule {
  const read = compileGroups(pattern)
  return ({ name: { base, stems } }) => {
    if (typeof read !== 'function') return nothing
    const groups = [...stems, base].map(read).find(Boolean)
    if (groups?.['key'] === undefined) return nothing
    const n = Number.parseInt(groups['n'] ?? '', 10)
    const { products } = hitOf([foldText(groups['key'])], keys, (key) => [wholeKey(key)])
    return { products, n: Number.isNaN(n) ? undefined : n, view: groups['view'] }
  }
}
