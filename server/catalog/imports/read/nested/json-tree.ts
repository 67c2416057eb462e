import { OutsizedNumber } from '../json-text.ts'
import { lettersOf, type Features } from '../shapes/shape.ts'
import type { Sentence } from '#shared/messages/message.ts'
import { Roles } from '../shapes/roles.ts'
import { foldText } from '#shared/text.ts'
import { symbolOfUnit } from '../unit-symbols.ts'

/** The record of the product of a group of variants, at the first of these. */
export const groupOf = Symbol('group')

export interface JsonObject extends Readonly<Record<string, unknown>> {
  readonly [groupOf]?: JsonObject
}

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof OutsizedNumber)
  )
}

/** The first of these members with a value; names match by their letters. */
export function pick(object: JsonObject, ...names: readonly string[]): unknown {
  const members = Object.entries(object).filter(([, value]) => !isNothing(value))
  for (const name of names) {
    const found = members.find(([key]) => lettersOf(key) === name)
    if (found) return found[1]
  }
  return undefined
}

export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return Array.isArray(value) && value.length === 0
}

/** A plain list, or one wrapped in edges or nodes as in GraphQL answers. */
export function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  if (Array.isArray(value['nodes'])) return value['nodes']
  const { edges } = value
  return Array.isArray(edges) ? edges.map((edge) => (isObject(edge) ? edge['node'] : edge)) : undefined
}

export function objectsOf(value: unknown): JsonObject[] {
  return (toList(value) ?? []).filter(isObject)
}

export function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** The value of a cell: numbers stay numbers, and several values stay JSON. */
export function cellOf(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  return isNothing(value) ? '' : JSON.stringify(value)
}

export function textOf(value: unknown): string {
  if (isScalar(value)) return String(value).trim()
  return isObject(value) ? textOf(pick(value, 'name', 'title', 'label', 'value')) : ''
}

export interface Measure {
  readonly number: number | string
  readonly unit: string
}

export type NestedCell = string | number | readonly string[] | Measure

export interface NestedPicture {
  readonly url: string
  readonly alt: string
  readonly id: string
  readonly variants: readonly string[]
}

export interface NestedItem {
  /** Cells by their names in the file; members of an object are named `dimensions.width`. */
  readonly cells: ReadonlyMap<string, NestedCell>
  readonly features: Features
  readonly pictures: readonly NestedPicture[]
  readonly categories: readonly (readonly string[])[]
  readonly options: Features
  readonly isNamedWhole?: boolean
}

/** The product of a variant record: by the shop's id, or by the key of a row with all shared values. */
type NamedParent = { readonly id: string } | { readonly key: string }

export interface NestedProduct extends NestedItem {
  readonly variants: readonly NestedItem[]
  readonly parent?: NamedParent | undefined
  readonly issue?: Sentence | undefined
}

export function isMeasure(cell: NestedCell): cell is Measure {
  return typeof cell === 'object' && 'unit' in cell
}

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
