import type { Attribute } from '../../store/tables/attributes.ts'
import type { MappedField, WorkspaceChannel } from '../channels/channels.ts'
import type { CategoryList } from './category-list.ts'
import type { ProductGroup, LeftOut } from './channel-product.ts'

/** Faults of attributes by the schema of a product type, in words; undefined where nobody added one. */
export type CheckListing = (productType: string, attributes: object) => readonly string[] | undefined

export interface ChannelContext {
  readonly channel: WorkspaceChannel
  readonly fields: readonly MappedField[]
  readonly optionCandidates: readonly Attribute[]
  /** Names that may stand in a file once only: ids, SKUs, handles. */
  readonly taken: Set<string>
  readonly storedNames: ReadonlyMap<string, string>
  readonly reservedNames: ReadonlySet<string>
  readonly written: { entries: number }
  readonly checkListing?: CheckListing | undefined
  /** The categories of the channel, where the owner added their list, and the fields that take one. */
  readonly knownCategories?: Pick<CategoryList, 'has'> | undefined
  readonly categoryFields: readonly MappedField[]
  readonly unchecked: Set<string>
  readonly newNames: Map<string, string>
  /** Keys of attributes that reach the file otherwise than by a field, as the options of variants do. */
  readonly sentBeside: Set<string>
}

/** A group as it stands in the file, and what of it does not. */
export interface LaidOut {
  readonly text: string
  readonly items: number
  readonly leftOut: readonly LeftOut[]
}

/** Leaves out a whole group; a fault of its root concerns every item. */
export function withoutRows({ items }: ProductGroup, leftOut: readonly LeftOut[]): LaidOut {
  const ofAll = (one: LeftOut): LeftOut => ({ ...one, items: items.length })
  return { text: '', items: 0, leftOut: leftOut.map((one) => (one.isProduct ? ofAll(one) : one)) }
}

export interface ChannelLayout {
  readonly mediaType: string
  /** UTF-8, if nothing is said. */
  readonly encode?: (text: string) => Uint8Array
  readonly begin: (context: ChannelContext) => string
  readonly group: (group: ProductGroup, context: ChannelContext) => LaidOut
  readonly end: () => string
}

/** Takes a name that must be the only one of its kind in the file; false where it stands there already. */
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

/** A line of a CSV as shops take it: quotes where they are needed, CRLF. Texts go as they are. */
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

/** A line of a file with tabs, which can hold neither tabs nor line ends: each becomes a space. */
export function tabLine(cells: readonly string[]): string {
  return `${cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\r\n`
}
