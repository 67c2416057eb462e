import type { Attribute } from '../../store/tables/attributes.ts'
import type { MappedField, WorkspaceChannel } from '../channels/channels.ts'
import type { CategoryList } from './category-list.ts'
import type { ProductGroup, LeftOut } from './channel-product.ts'

/** Faults of attributes by the schema of a product type, in words; undefined where no schema was added. */
export type CheckListing = (productType: string, attributes: object) => readonly string[] | undefined

export interface ChannelContext {
  readonly channel: WorkspaceChannel
  readonly fields: readonly MappedField[]
  readonly optionCandidates: readonly Attribute[]
  /** Attributes that the shop's file lists by name, in its order. */
  readonly features: readonly Attribute[]
  /** Whether products say what they cost before, which makes a sale of their price. */
  readonly hasPriceBefore: boolean
  readonly taken: Set<string>
  readonly storedNames: ReadonlyMap<string, string>
  readonly reservedNames: ReadonlySet<string>
  readonly written: { entries: number }
  readonly checkListing?: CheckListing | undefined
  readonly knownCategories?: Pick<CategoryList, 'has'> | undefined
  readonly categoryFields: readonly MappedField[]
  readonly unchecked: Set<string>
  readonly newNames: Map<string, string>
  /** Keys of attributes that reach the file without a field, as the options of variants do. */
  readonly sentBeside: Set<string>
}

export interface LaidOut {
  readonly text: string
  readonly items: number
  readonly leftOut: readonly LeftOut[]
}

export function withoutRows({ items }: ProductGroup, leftOut: readonly LeftOut[]): LaidOut {
  const ofAll = (one: LeftOut): LeftOut => ({ ...one, items: items.length })
  return { text: '', items: 0, leftOut: leftOut.map((one) => (one.isProduct ? ofAll(one) : one)) }
}

export interface ChannelLayout {
  readonly mediaType: string
  readonly encode?: (text: string) => Uint8Array
  readonly begin: (context: ChannelContext) => string
  readonly group: (group: ProductGroup, context: ChannelContext) => LaidOut
  readonly end: () => string
}

/** Claims a unique name of the file; false where it is taken already. */
export function take({ taken }: ChannelContext, kind: string, name: string): boolean {
  const mark = `${kind}:${name}`
  if (taken.has(mark)) return false
  taken.add(mark)
  return true
}

export function getField({ fields }: ChannelContext, target: string): MappedField {
  const field = fields.find((one) => one.target === target)
  if (!field) throw new Error(`The channel has no field ${target}.`)
  return field
}

/** A CSV row as shops take it: quotes where they are needed, CRLF. Texts go as they are. */
export function csvLine(cells: readonly string[]): string {
  return separatedLine(',', cells)
}

export function separatedLine(delimiter: string, cells: readonly string[]): string {
  if (delimiter === '\t') return tabLine(cells)
  const quoted = cells.map((cell) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(delimiter)}\r\n`
}

/** A row of a tab-separated file, which can hold neither tabs nor line ends: each becomes a space. */
export function tabLine(cells: readonly string[]): string {
  return `${cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\r\n`
}
