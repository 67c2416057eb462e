import type { EntityType } from '#shared/entities.ts'
import { type HeaderWords, type SemanticType, semanticTypesOf, toWords } from '#shared/semantic-types.ts'
import { isSameMeasure } from '../../channel-files/measures.ts'
import type { Assignment, KnownAttribute } from './column-request.ts'
import type { ColumnTraits } from './column-scan.ts'
import type { FileShape } from './file-scan.ts'
import { shapeColumn } from './match-shape.ts'
import { isSameTax } from './price-names.ts'

/** From this rank on a word is weaker evidence than the cells: a `Code` may be a GTIN. */
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

/** The primary attribute of a type besides a name: vendors are under `Brand`. */
const ownRole: Partial<Record<EntityType, SemanticType>> = { vendor: 'vendor', category: 'category' }

/**
 * Maps columns by common synonyms: `Bezeichnung` to the name, `Art.-Nr.` to the SKU. The surest word takes
 * an attribute first, and the order of the columns decides between equals.
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
  readonly name: string
  readonly unit: string | undefined
  readonly hasUnit: boolean
  readonly roles: ReadonlyMap<SemanticType, number>
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
  const roles = [...semanticTypesOf(words)].filter(
    ([role, rank]) => !isGtin || role === 'gtin' || rank < vague,
  )
  return roles.flatMap(([role, rank]) =>
    held
      .filter((holder) => holder.roles.has(role) && isSameUnit(unit, holder) && isSameTax(words, holder.name))
      .map(({ key, roles: own }) => ({ index, key, rank: rank + (own.get(role) ?? 0) })),
  )
}

function toHolder(attribute: KnownAttribute, type: EntityType | undefined): Holder {
  const { key, name, unit } = attribute
  const said = unit === undefined ? toWords(name).unit : (toWords(`in ${unit}`).unit ?? unit.toLowerCase())
  return { key, name, unit: said, hasUnit: unit !== undefined, roles: attributeRoles(attribute, type) }
}

function attributeRoles(
  { key, name, isPrimary }: KnownAttribute,
  type: EntityType = 'product',
): ReadonlyMap<SemanticType, number> {
  const roles = new Map([...semanticTypesOf(toWords(key).words), ...semanticTypesOf(toWords(name).words)])
  const own = ownRole[type]
  if (!isPrimary || [...roles.keys()].some((role) => role !== 'name' && role !== own)) return roles
  return new Map<SemanticType, number>([['name', 0], ...(own ? [[own, leastSure] as const] : [])])
}

const leastSure = 100

/** Kilograms convert to grams but not to metres; a name without a unit is no evidence. */
function isSameUnit(ofColumn: string | undefined, { unit, hasUnit }: Holder): boolean {
  if (ofColumn === undefined || unit === undefined || unit === ofColumn) return true
  return hasUnit && isSameMeasure(ofColumn, unit)
}

/**
 * How surely a header is the name of the type's entities, 0 for the surest; undefined for another meaning.
 */
export function rankOfName(header: string, type: EntityType): number | undefined {
  const { words } = toWords(header)
  if (type === 'image' && words === 'file name') return 0
  const roles = semanticTypesOf(words)
  const own = ownRole[type]
  return roles.get('name') ?? (own && roles.has(own) ? leastSure : undefined)
}
