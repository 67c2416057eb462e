import type { EntityType } from '#shared/entities.ts'
import type { ColumnTraits } from './column-traits.ts'
import { isSameMeasure } from '../channel-files/measures.ts'
import { type ColumnRole, type HeaderWords, rolesOfWords, toWords } from './column-words.ts'
import { type FileShape, shapeColumn } from './file-shape.ts'
import type { Assignment, KnownAttribute } from './plan-columns.ts'

/** From here on a word says less than the cells do: a `Code` may be a GTIN. */
const vague = 5

interface Candidate {
  readonly index: number
  readonly key: string
  readonly rank: number
}

interface Headers {
  readonly headers: readonly string[]
  readonly attributes: readonly KnownAttribute[]
  readonly traits?: readonly ColumnTraits[]
  readonly type?: EntityType
  readonly shape?: FileShape | undefined
}

/** What the primary attribute of a type is called besides a name: the rows of vendors are under `Brand`. */
const ownRole: Partial<Record<EntityType, ColumnRole>> = { vendor: 'vendor', category: 'category' }

/**
 * Gives columns the attribute that other files call so: `Bezeichnung` the name, `Art.-Nr.` the SKU. The surest word takes an
 * attribute first, and the order of the columns decides between equals.
 */
export function matchSynonyms(request: Headers, { keys, ignored, reasons }: Assignment): void {
  const taken = new Set(keys.values())
  const free = request.attributes.filter(({ key, writable }) => writable && !taken.has(key))
  const hasGtin = free.some(({ content }) => content === 'gtin')
  const open = [...request.headers.keys()].filter(
    (index) =>
      request.headers[index] !== '' &&
      !keys.has(index) &&
      !ignored.has(index) &&
      !shapeColumn(request.shape, request.headers[index] ?? ''),
  )
  const held = free.map((attribute) => toHolder(attribute, request.type))
  const candidates = open.flatMap((index) => {
    const isGtin = hasGtin && (request.traits?.[index]?.isGtin ?? false)
    return candidatesOf(index, { words: toWords(request.headers[index] ?? ''), held, isGtin })
  })
  for (const { index, key } of candidates.sort((a, b) => a.rank - b.rank || a.index - b.index)) {
    if (keys.has(index) || taken.has(key)) continue
    keys.set(index, key)
    reasons.set(index, 'synonym')
    taken.add(key)
  }
}

interface Holder {
  readonly key: string
  readonly unit: string | undefined
  readonly hasUnit: boolean
  readonly roles: ReadonlyMap<ColumnRole, number>
}

interface SynonymCandidates {
  readonly words: HeaderWords
  readonly held: readonly Holder[]
  readonly isGtin: boolean
}

function candidatesOf(
  index: number,
  { words: { words, unit }, held, isGtin }: SynonymCandidates,
): Candidate[] {
  const roles = [...rolesOfWords(words)].filter(([role, rank]) => !isGtin || role === 'gtin' || rank < vague)
  return roles.flatMap(([role, rank]) =>
    held
      .filter((holder) => holder.roles.has(role) && isSameUnit(unit, holder))
      .map(({ key, roles: own }) => ({ index, key, rank: rank + (own.get(role) ?? 0) })),
  )
}

function toHolder(attribute: KnownAttribute, type: EntityType | undefined): Holder {
  const { key, name, unit } = attribute
  const said = unit === undefined ? toWords(name).unit : (toWords(`in ${unit}`).unit ?? unit.toLowerCase())
  return { key, unit: said, hasUnit: unit !== undefined, roles: attributeRoles(attribute, type) }
}

/** What an attribute holds by its key and its name; the primary one holds the name of its entities unless it is something else. */
function attributeRoles(
  { key, name, isPrimary }: KnownAttribute,
  type: EntityType = 'product',
): ReadonlyMap<ColumnRole, number> {
  const roles = new Map([...rolesOfWords(toWords(key).words), ...rolesOfWords(toWords(name).words)])
  const own = ownRole[type]
  if (!isPrimary || [...roles.keys()].some((role) => role !== 'name' && role !== own)) return roles
  return new Map<ColumnRole, number>([['name', 0], ...(own ? [[own, leastSure] as const] : [])])
}

const leastSure = 100

/** Kilograms can be written in grams, and not in metres; a name without a unit says nothing. */
function isSameUnit(ofColumn: string | undefined, { unit, hasUnit }: Holder): boolean {
  if (ofColumn === undefined || unit === undefined || unit === ofColumn) return true
  return hasUnit && isSameMeasure(ofColumn, unit)
}

/** How sure a header is to be the name of entities of the type, from 0 for the surest; undefined where it is something else. */
export function rankOfName(header: string, type: EntityType): number | undefined {
  const { words } = toWords(header)
  if (type === 'image' && words === 'file name') return 0
  const roles = rolesOfWords(words)
  const own = ownRole[type]
  return roles.get('name') ?? (own && roles.has(own) ? leastSure : undefined)
}
