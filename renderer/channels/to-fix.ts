import type { AttributeDefinition } from '#shared/attributes.ts'
import {
  type Channel,
  type ChannelCompleteness,
  type ChannelIssue,
  hiddenStatuses,
  type Requirement,
  requirementLevels,
  statusKeys,
} from '#shared/channels.ts'
import { hasVariantsKey, missingValue, notAcceptedPrefix } from '#shared/filters.ts'
import { emptyGridQuery, type FilterClause, type FilterGroup, type GridQuery } from '../query/grid-query.ts'
import { t } from '../ui/text.ts'

export type ToFixGroup = 'required' | 'refused' | 'recommended' | 'unmapped'

/** One thing that products need for a channel: an entry of the list on its page. */
export interface ToFix {
  readonly id: string
  readonly group: ToFixGroup
  readonly name: string
  /** How many products need it; of fields that nothing fills, how many they are. */
  readonly products: number
  /** The attribute to fill, and the filter for the products without it; undefined for unmapped fields. */
  readonly rows?: { readonly attribute: string; readonly clause: FilterClause }
}

type NameOf = (key: string) => string

const requiredFieldsId = 'fields:required'

/** Lists what is to fix for a channel: what is required, refused and recommended, and fields that nothing fills. */
export function listToFix(
  { channel, missing, invalid }: ChannelCompleteness,
  nameOf: NameOf,
): readonly ToFix[] {
  const refusedKey = `${notAcceptedPrefix}${channel}`
  const unmapped = missing.filter(({ data_type: dataType }) => dataType === null)
  const fields = requirementLevels.flatMap((requirement): ToFix[] => {
    const count = unmapped.filter((field) => field.requirement === requirement).length
    const name = unmappedTexts[requirement](count)
    return count === 0 ? [] : [{ id: `fields:${requirement}`, group: 'unmapped', name, products: count }]
  })
  const mapped = missing.filter(({ data_type: dataType }) => dataType !== null)
  const lacking = mapped.map(({ key, name, requirement, products }): ToFix => {
    const group = requirement === 'required' ? 'required' : 'recommended'
    // A condition names several fields, so that no single attribute tells whether it is met.
    const isCondition = nameOf(key) !== name
    const clause = isCondition
      ? { key: refusedKey, operator: 'eq', value: `${key}:${missingValue}` }
      : { key, operator: 'exists', value: 'false' }
    const id = isCondition ? clause.value : key
    return { id, group, name, products, rows: { attribute: key, clause } }
  })
  const refused = invalid.map(({ key, issue, products }): ToFix => ({
    id: `${key}:${issue}`,
    group: 'refused',
    name: refusedTexts[issue](nameOf(key)),
    products,
    rows: { attribute: key, clause: { key: refusedKey, operator: 'eq', value: `${key}:${issue}` } },
  }))
  const order: readonly ToFixGroup[] = ['required', 'refused', 'recommended', 'unmapped']
  return [...lacking, ...refused, ...fields].toSorted(
    (a, b) => order.indexOf(a.group) - order.indexOf(b.group) || b.products - a.products,
  )
}

const unmappedTexts: Readonly<Record<Requirement, (count: number) => string>> = {
  required: (count) => t('{count, plural, one {A required field} other {Required fields}}', { count }),
  recommended: (count) =>
    t('{count, plural, one {A recommended field} other {Recommended fields}}', { count }),
  optional: (count) => t('{count, plural, one {Another field} other {Other fields}}', { count }),
}

const refusedTexts: Readonly<Record<ChannelIssue, (name: string) => string>> = {
  too_long: (name) => t('{name} is too long', { name }),
  not_an_acceptable_value: (name) => t('{name} is not accepted', { name }),
}

/** The status of products by which the file leaves out drafts; undefined where the channel takes it. */
function statusClauses(
  { fields }: Pick<Channel, 'fields'>,
  attributes: readonly AttributeDefinition[],
): readonly FilterClause[] {
  const status = attributes.find(
    ({ key }) => statusKeys.includes(key) && !fields.some(({ attribute }) => attribute === key),
  )
  if (status === undefined) return []
  const { acceptable_values: options } = status
  const hidden = options.length === 0 ? ['draft', 'archived'] : options.filter(isHidden)
  return hidden.map((value) => ({ key: status.key, operator: 'eq', value }))
}

function isHidden(status: string): boolean {
  return hiddenStatuses.has(status.trim().toLowerCase())
}

const hasVariants: FilterClause = { key: hasVariantsKey, operator: 'eq', value: 'true' }

/** Which products the channel sells as their variants; none where it lists products with variants too. */
function parentClauses({ parents }: Channel): readonly FilterClause[] {
  return parents === 'count' ? [] : [hasVariants]
}

const noProducts = [hasVariants, { ...hasVariants, value: 'false' }]

/** The products that the file leaves out by design: those that are sold as their variants, and drafts. */
export function leftOutQuery(channel: Channel, attributes: readonly AttributeDefinition[]): GridQuery {
  const clauses = [...parentClauses(channel), ...statusClauses(channel, attributes)]
  return clauses.length === 0
    ? { ...emptyGridQuery, clauses: noProducts }
    : { ...emptyGridQuery, join: 'or', clauses }
}

/** The products of the file that lack something required or hold something that the channel refuses. */
export function toFixQuery(
  channel: Channel,
  attributes: readonly AttributeDefinition[],
  items: readonly ToFix[],
): GridQuery {
  // Every product lacks a required field that nothing fills.
  if (items.some(({ id }) => id === requiredFieldsId)) return soldQuery(channel, attributes)
  // Products are found by their missing values; the completeness of each would have to be computed.
  const clauses = items.flatMap(({ group, rows }) =>
    rows && (group === 'required' || group === 'refused') ? [rows.clause] : [],
  )
  if (clauses.length === 0) return { ...emptyGridQuery, clauses: noProducts }
  return soldOnly(channel, attributes, { join: 'or', clauses, groups: [] })
}

/** The products of the file with one thing to fix. */
export function rowsQuery(
  channel: Channel,
  attributes: readonly AttributeDefinition[],
  clause: FilterClause,
): GridQuery {
  return soldOnly(channel, attributes, { join: 'and', clauses: [clause], groups: [] })
}

/** The products of the file, whatever they lack. */
export function soldQuery(channel: Channel, attributes: readonly AttributeDefinition[]): GridQuery {
  const clauses = [
    ...parentClauses(channel).map((clause) => ({ ...clause, value: 'false' })),
    ...statusClauses(channel, attributes).map((clause) => ({ ...clause, operator: 'ne' })),
  ]
  return { ...emptyGridQuery, clauses }
}

function soldOnly(
  channel: Channel,
  attributes: readonly AttributeDefinition[],
  wanted: FilterGroup,
): GridQuery {
  const { clauses: sold } = soldQuery(channel, attributes)
  return wanted.clauses.length === 1
    ? { ...emptyGridQuery, clauses: [...wanted.clauses, ...sold] }
    : { ...emptyGridQuery, clauses: sold, groups: [wanted] }
}

/** The columns in the order of the page: what was chosen, then what is to fix, then what the channel takes. */
export function columnOrder(
  { fields }: Pick<Channel, 'fields'>,
  items: readonly ToFix[],
  chosen: ToFix | undefined,
): string[] {
  const keys = [chosen, ...items].flatMap((item) => item?.rows?.attribute ?? [])
  const taken = fields.flatMap(({ attribute }) => attribute ?? [])
  return [...new Set([...keys, ...taken])]
}

export function percentOf({ filled, total }: { readonly filled: number; readonly total: number }): number {
  return total === 0 ? 100 : Math.floor((filled * 100) / total)
}
