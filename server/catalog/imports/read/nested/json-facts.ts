import { lettersOf } from '../shapes/shape.ts'
import { Roles } from '../shapes/roles.ts'
import { type NestedProduct, type NestedItem, type NestedCell, isMeasure } from './json-tree.ts'
import { foldText } from '#shared/text.ts'
import { symbolOfUnit } from '../unit-symbols.ts'

const separators = ['>', '/', '|', '»', '\u241F']

/** Facts about all products of a file, gathered before rows are made of them. */
export class JsonFacts {
  readonly headers = new Set<string>()
  readonly lists = new Set<string>()
  readonly units = new Map<string, Set<string>>()
  readonly #marks = new Map<string, Set<string>>()
  readonly optionNames = new Set<string>()
  readonly parents = new Set<string>()
  /** Whether a product and its variants share one SKU, so that it does not identify them. */
  sharesSku = false
  hasPictures = false
  maxCategories = 0
  hasAlt = false
  #products = 0
  #paths = 0
  #slashes = 0
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

  /** The path of a category; a name with slashes is one where most of the file are, as in tables. */
  pathOf(path: readonly string[]): readonly string[] {
    const [name = '', ...below] = path
    const isPath = below.length === 0 && this.#slashes * 2 >= this.#paths
    return isPath ? name.split('/').map((part) => part.trim()) : path
  }

  /** Whether numbers of a column that are texts have a comma before their decimals. */
  writesComma(header: string): boolean {
    const marks = this.#marks.get(header)
    return marks !== undefined && marks.size === 1 && marks.has(',')
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
    for (const path of item.categories) this.#addCategory(path)
  }

  #addCategory(path: readonly string[]): void {
    const [name = '', ...below] = path
    this.#paths += 1
    if (below.length === 0 && name.includes('/')) this.#slashes += 1
    for (const separator of separators)
      if (path.some((one) => one.includes(separator))) this.#unfit.add(separator)
  }

  #addMark(header: string, cell: NestedCell): void {
    const mark = /^-?\d[\d .,]*?([.,])\d{1,2}(?!\d)\D{0,5}$/.exec(textOfNumber(cell))?.[1]
    if (mark !== undefined) this.#marks.set(header, (this.#marks.get(header) ?? new Set()).add(mark))
  }

  #addCell(header: string, cell: NestedCell): void {
    if (Array.isArray(cell)) this.lists.add(header)
    this.#addMark(header, cell)
    if (typeof cell !== 'object' || !isMeasure(cell)) return
    const known = this.units.get(header) ?? new Set()
    this.units.set(header, known.add(symbolOfUnit(cell.unit)))
  }
}

function textOfNumber(cell: NestedCell): string {
  if (typeof cell === 'string') return cell
  return typeof cell === 'object' && isMeasure(cell) ? String(cell.number) : ''
}

function skuOf({ cells }: NestedItem): string {
  const [, cell] = [...cells].find(([header]) => lettersOf(header) === 'sku') ?? []
  return typeof cell === 'object' || cell === undefined ? '' : String(cell)
}
