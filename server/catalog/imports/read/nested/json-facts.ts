import { Roles, lettersOf } from '../shapes/shape.ts'
import { type NestedProduct, type NestedItem, type NestedCell, isMeasure } from './json-tree.ts'
import { foldText } from '#shared/text.ts'
import { symbolOfUnit } from '../unit-symbols.ts'

const separators = ['>', '/', '|', '»', '\u241F']

/** Facts about all products of a file, gathered before rows are made of them. */
export class JsonFacts {
  readonly headers = new Set<string>()
  readonly lists = new Set<string>()
  readonly units = new Map<string, Set<string>>()
  readonly optionNames = new Set<string>()
  readonly parents = new Set<string>()
  /** Whether a product and its variants share one SKU, so that it does not identify them. */
  sharesSku = false
  hasPictures = false
  maxCategories = 0
  hasAlt = false
  #products = 0
  #variants = 0
  readonly #filled = new Map<string, number>()
  readonly #filledVariants = new Map<string, number>()
  readonly #unfit = new Set<string>()
  #roles: Roles | undefined

  add(product: NestedProduct): void {
    this.#products += 1
    this.#addItem(product, this.#filled)
    if (product.parent) this.parents.add(JSON.stringify(product.parent))
    if (product.parent) for (const name of product.options.keys()) this.optionNames.add(foldText(name))
    const skus = [product, ...product.variants].map(skuOf).filter((sku) => sku !== '')
    this.sharesSku ||=
      product.variants.some(({ options }) => options.size > 0) && new Set(skus).size < skus.length
    for (const variant of product.variants) {
      this.#variants += 1
      this.#addItem(variant, this.#filledVariants)
      for (const name of variant.options.keys()) this.optionNames.add(foldText(name))
    }
  }

  get hasVariants(): boolean {
    return this.#variants > 0
  }

  get roles(): Roles {
    return (this.#roles ??= new Roles([...this.headers]))
  }

  isFilled(header: string): boolean {
    return this.#filled.get(header) === this.#products
  }

  isFilledInVariants(header: string): boolean {
    return (this.#filledVariants.get(header) ?? 0) === this.#variants
  }

  unitOf(header: string): string | undefined {
    const [unit, ...others] = this.units.get(header) ?? []
    return others.length === 0 ? unit : undefined
  }

  get separator(): string {
    return separators.find((one) => !this.#unfit.has(one)) ?? '\u241F'
  }

  #addItem(item: NestedItem, filled: Map<string, number>): void {
    for (const [header, cell] of item.cells) {
      this.headers.add(header)
      filled.set(header, (filled.get(header) ?? 0) + 1)
      this.#addCell(header, cell)
    }
    this.hasPictures ||= item.pictures.length > 0
    this.hasAlt ||= item.pictures.some(({ alt }, index) => index === 0 && alt !== '')
    this.maxCategories = Math.max(this.maxCategories, item.categories.length)
    for (const name of item.categories.flat())
      for (const separator of separators) if (name.includes(separator)) this.#unfit.add(separator)
  }

  #addCell(header: string, cell: NestedCell): void {
    if (Array.isArray(cell)) this.lists.add(header)
    if (typeof cell !== 'object' || !isMeasure(cell)) return
    const known = this.units.get(header) ?? new Set()
    this.units.set(header, known.add(symbolOfUnit(cell.unit)))
  }
}

function skuOf({ cells }: NestedItem): string {
  const [, cell] = [...cells].find(([header]) => lettersOf(header) === 'sku') ?? []
  return typeof cell === 'object' || cell === undefined ? '' : String(cell)
}
