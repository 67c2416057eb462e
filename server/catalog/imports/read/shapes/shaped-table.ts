import type { FeatureFlags } from '#shared/channels.ts'
import { foldText } from '#shared/text.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import type { PlainRow, Features } from './shape.ts'
import type { FileRecord } from '../file-rows.ts'
import { readMembers } from '../../recognise/cell-values.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'

// With more options a select is no help, and a text takes anything.
const maxOptions = 500
const maxOptionLength = 100
const maxSharedSkus = 10_000
const maxCategories = 10_000

class Options {
  readonly #values = new Map<string, string>()
  #mayBe = true
  cells = 0
  isMany = false

  add(values: readonly string[]): void {
    this.cells += 1
    this.isMany ||= values.length > 1
    for (const value of values) {
      this.#mayBe &&=
        !/[,\n]/.test(value) && value.length <= maxOptionLength && this.#values.size <= maxOptions
      if (this.#mayBe && !this.#values.has(foldText(value))) this.#values.set(foldText(value), value)
    }
  }

  get list(): string[] | undefined {
    return this.#mayBe && this.#values.size > 0 ? [...this.#values.values()] : undefined
  }
}

interface FeatureColumn {
  readonly header: string
  readonly name: string
  readonly options: Options
  distinguishes: boolean
  readonly unit: string | undefined
  flags: FeatureFlags | undefined
}

/** The table of plain rows: the columns of the file, those that the shape adds, and one for each feature. */
export class ShapedTable {
  /** Grows while rows are added. */
  readonly headers: string[]
  readonly #indexes: Map<string, number>
  readonly #added: ReadonlySet<string>
  readonly #filled: number[] = []
  readonly #fixed: ReadonlyMap<string, ShapeColumn>
  readonly #choices = new Map<string, Options>()
  readonly #features = new Map<string, FeatureColumn>()
  readonly #categories = new Set<string>()
  readonly #sku: string | undefined
  readonly #skus = new Set<string>()
  readonly #sharedSkus = new Set<string>()

  constructor(
    headers: readonly string[],
    added: readonly string[],
    columnOf: (header: string) => ShapeColumn | undefined,
    sku?: string,
  ) {
    this.#sku = sku
    this.headers = [...headers]
    this.#indexes = new Map(headers.map((header, index) => [header, index]))
    this.#added = new Set(added)
    this.#fixed = new Map([...headers, ...added].flatMap((header) => pair(header, columnOf(header))))
    for (const [header, { rule }] of this.#fixed)
      if (isChoice(rule.data_type)) this.#choices.set(header, new Options())
  }

  add(row: PlainRow): FileRecord {
    const { line, values, options = none, features = none, issue } = row
    const cells: (string | number)[] = []
    if (this.#sku !== undefined) this.#noteSku(values[this.#sku])
    for (const [header, value] of Object.entries(values)) this.#put(cells, header, value)
    const indexes = [...options].flatMap(
      (feature) => this.#addFeature(cells, feature, { row, distinguishes: true }) ?? [],
    )
    for (const feature of features) this.#addFeature(cells, feature, { row, distinguishes: false })
    return {
      cells: Array.from(cells, (cell) => cell ?? ''),
      line,
      ...(issue !== undefined && { issue }),
      ...(indexes.length > 0 && { options: indexes }),
    }
  }

  get optionHeaders(): string[] {
    const features = [...this.#features.values()]
    return features.filter(({ distinguishes }) => distinguishes).map(({ header }) => header)
  }

  /** The flags of the attributes that the file lists by name, by their headers. */
  get flags(): Record<string, FeatureFlags> {
    return Object.fromEntries(
      [...this.#features.values()].flatMap(({ header, flags }) => (flags ? [[header, flags]] : [])),
    )
  }

  /** The paths of categories in columns that hold one each. */
  get categories(): string[] {
    return [...this.#categories]
  }

  get sharedSkus(): string[] {
    return [...this.#sharedSkus]
  }

  #noteSku(sku: string | number | undefined): void {
    const folded = foldText(String(sku ?? ''))
    if (folded === '') return
    if (!this.#skus.has(folded)) this.#skus.add(folded)
    else if (this.#sharedSkus.size < maxSharedSkus) this.#sharedSkus.add(folded)
  }

  columns(): Record<string, ShapeColumn> {
    const fixed = [...this.#fixed].map(([header, column]) => [header, this.#settle(header, column)])
    const features = [...this.#features.values()].map((feature) => [feature.header, toColumn(feature)])
    return Object.fromEntries([...fixed, ...features])
  }

  #put(cells: (string | number)[], header: string, value: string | number): void {
    if (value === '') return
    const index = this.#indexes.get(header) ?? (this.#added.has(header) ? this.#append(header) : undefined)
    if (index === undefined) return
    cells[index] = value
    this.#filled[index] = (this.#filled[index] ?? 0) + 1
    this.#noteMembers(header, String(value))
  }

  #noteMembers(header: string, value: string): void {
    const { path, separator } = this.#fixed.get(header)?.rule ?? {}
    const members = separator === undefined ? [value.trim()] : readMembers(value, separator)
    this.#choices.get(header)?.add(members)
    const isOnePath = path !== undefined && separator === undefined
    if (isOnePath && this.#categories.size < maxCategories) this.#categories.add(value.trim())
  }

  #addFeature(
    cells: (string | number)[],
    [name, values]: [string, readonly string[]],
    { row, distinguishes }: { readonly row: PlainRow; readonly distinguishes: boolean },
  ): number | undefined {
    if (name.trim() === '' || values.length === 0) return undefined
    const folded = foldText(name)
    const known = this.#features.get(folded) ?? this.#newFeature(name.trim(), row)
    known.distinguishes ||= distinguishes
    // Variants do not say whether their options are shown.
    if (!distinguishes || known.flags === undefined) known.flags = row.flags?.get(folded) ?? known.flags
    known.options.add(values)
    this.#put(cells, known.header, values.join(', '))
    return this.#indexes.get(known.header)
  }

  #newFeature(name: string, { measures }: PlainRow): FeatureColumn {
    const folded = foldText(name)
    const unit = measures?.get(folded)
    const isTaken = [...this.headers, ...this.#added].some((header) => foldText(header) === folded)
    const header = isTaken ? `${name} (feature)` : name
    const feature = { header, name, options: new Options(), distinguishes: false, unit, flags: undefined }
    this.#features.set(folded, feature)
    this.#append(header)
    return feature
  }

  #append(header: string): number {
    const index = this.headers.push(header) - 1
    this.#indexes.set(header, index)
    return index
  }

  #settle(header: string, column: ShapeColumn): ShapeColumn {
    if (!this.#filled[this.#indexes.get(header) ?? -1]) return { ...column, key: null }
    const choices = this.#choices.get(header)
    if (!choices) return column
    const { list } = choices
    return list ? { ...column, options: list } : { ...column, rule: { data_type: 'multi_line_text_field' } }
  }
}

const none: Features = new Map()

function pair(header: string, column: ShapeColumn | undefined): [string, ShapeColumn][] {
  return column ? [[header, column]] : []
}

function isChoice(type: ShapeColumn['rule']['data_type']): boolean {
  return type === 'single_select_list' || type === 'multi_select_list'
}

function toColumn(feature: FeatureColumn): ShapeColumn {
  const { name, distinguishes, unit } = feature
  const column = { key: toAttributeKey(name), name }
  return { ...column, ...(unit !== undefined && !distinguishes ? asMeasure(unit) : asChoice(feature)) }
}

/** A further feature is a select where its values recur. */
function asChoice({ options, distinguishes }: FeatureColumn): Pick<ShapeColumn, 'rule' | 'options'> {
  const { list, cells, isMany } = options
  const isSelect = list !== undefined && (distinguishes || isMany || cells >= 2 * list.length)
  const plain = distinguishes ? undefined : ruleOfValues(list ?? [])
  if (plain) return { rule: plain }
  if (!isSelect) return { rule: {} }
  return { options: list, rule: { data_type: isMany ? 'multi_select_list' : 'single_select_list' } }
}

function asMeasure(unit: string): Pick<ShapeColumn, 'rule' | 'unit'> {
  return { rule: { data_type: 'number', decimal: 'point' }, unit: unit === '' ? undefined : unit }
}

function ruleOfValues(values: readonly string[]): ShapeColumn['rule'] | undefined {
  if (values.length === 0) return undefined
  if (values.every(isFlag)) return { data_type: 'boolean' }
  return values.every(isMeasured) ? {} : undefined
}

/** Numbers with a unit are no choices. */
function isMeasured(option: string): boolean {
  return /^-?\d+([.,]\d+)? ?\p{L}[\p{L}²³/]{0,4}$/u.test(option)
}

function isFlag(option: string): boolean {
  return /^(yes|no)$/i.test(option)
}
