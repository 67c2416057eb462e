import { freeAttributeKey, isAttributeKey, toAttributeKey } from '#shared/attribute-key.ts'
import { systemFields, type EntityType } from '#shared/entities.ts'
import { type ColumnMapping, type ColumnRule, isErrorColumn, type mappingReasons } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import type { DataType } from '#shared/attributes.ts'
import { message } from '#shared/messages/message.ts'
import type { Faults } from '../errors.ts'
import { toRule } from './column-rules.ts'
import type { ColumnTraits } from './column-traits.ts'
import { type FileShape, isOtherUnit, matchShape, shapeColumn, shapeRule } from './file-shape.ts'
import { matchSynonyms, rankOfName } from './match-synonyms.ts'
import { isSameMeasure } from '../channel-files/measures.ts'
import { toWords } from './column-words.ts'
import { unitOf } from './number-words.ts'

export interface KnownAttribute {
  readonly key: string
  readonly name: string
  readonly writable: boolean
  /** What its values look like, for columns whose names tell nothing. */
  readonly content?: 'gtin' | 'image' | undefined
  readonly options?: readonly string[]
  readonly dataType?: DataType
  readonly isPrimary?: boolean
  readonly unit?: string | undefined
  readonly target?: EntityType | undefined
}

export type MappingReason = (typeof mappingReasons)[number]

/** A column whose cells are written to an attribute, to the parent (`parent_id`), or say which entity is meant (`id`). */
export interface ImportColumn {
  readonly index: number
  readonly header: string
  readonly key: string
  /** True where the attribute does not exist yet. */
  readonly isNew: boolean
  readonly reason: MappingReason
  readonly rule?: ColumnRule
}

export interface ColumnPlan {
  readonly columns: readonly ImportColumn[]
  /** Columns that nothing is taken from: mapped to nothing, computed, or without an attribute. */
  readonly ignored: readonly string[]
}

export interface ColumnRequest {
  readonly headers: readonly string[]
  readonly attributes: readonly KnownAttribute[]
  /** Column to attribute key or rule; null leaves the column out. */
  readonly mapping: ColumnMapping
  readonly createMissing: boolean
  /** What the cells of each column have in common; without it only names count. */
  readonly traits?: readonly ColumnTraits[]
  /** How many cells of each column hold something, where all of the file has been looked at. */
  readonly filled?: readonly number[]
  readonly type?: EntityType
  readonly samples?: readonly (readonly string[])[]
  readonly isById?: boolean
  readonly shape?: FileShape | undefined
}

export const importableFields: readonly string[] = ['parent_id', 'id']

type Likeness = (traits: ColumnTraits, attribute: KnownAttribute) => boolean

const likenesses: readonly Likeness[] = [
  ({ isGtin }, { content }) => isGtin && content === 'gtin',
  ({ isImage }, { content }) => isImage && content === 'image',
  ({ options }, attribute) => areOptions(options, attribute.options ?? []),
]

/** One value in common may be chance, such as "yes". */
const minOptions = 2

function areOptions(values: readonly string[], options: readonly string[]): boolean {
  if (values.length < minOptions || options.length < minOptions) return false
  const known = new Set(options.map(foldText))
  return values.every((value) => known.has(foldText(value)))
}

/**
 * Gives columns whose names tell nothing the attribute that their cells look like: GTINs, addresses of pictures, values that are
 * all options of a select. Only where one column and one attribute fit each other and no other does.
 */
function matchContents({ headers, attributes, traits }: ColumnRequest, to: Assignment): void {
  if (!traits) return
  const taken = new Set(to.keys.values())
  const free = attributes.filter(({ key, writable }) => writable && !taken.has(key))
  const open = [...headers.keys()].filter(
    (index) => headers[index] !== '' && !to.keys.has(index) && !to.ignored.has(index),
  )
  for (const isLike of likenesses) {
    const pairs = open.flatMap((index) =>
      free
        .filter((attribute) => traits[index] && isLike(traits[index], attribute))
        .map(({ key }) => ({ index, key })),
    )
    for (const { index, key } of pairs) {
      if (pairs.filter((pair) => pair.index === index || pair.key === key).length > 1) continue
      if (to.keys.has(index) || [...to.keys.values()].includes(key)) continue
      to.keys.set(index, key)
      to.reasons.set(index, 'content')
    }
  }
}

/**
 * Finds the attribute for each column of an import: as mapped, else by key, by name, by folded name, by the key its header
 * would get, by what other files call the attribute, by what the cells look like. No attribute takes two columns. What remains
 * becomes a new attribute where it holds anything, or is ignored.
 */
export function planColumns(request: ColumnRequest, faults: Faults): ColumnPlan {
  const to: Assignment = { keys: new Map(), ignored: new Set(), reasons: new Map() }
  applyMapping(request, to, faults)
  matchSystemFields(request, to)
  matchShape(request, to)
  matchHeaders(request, to)
  matchSynonyms(request, to)
  matchContents(request, to)

  const known = new Map(request.attributes.map((attribute) => [attribute.key, attribute]))
  const taken = new Set([...known.keys(), ...to.keys.values()])
  const columns: Omit<ImportColumn, 'rule'>[] = []
  const mayBeNew = (index: number) =>
    request.createMissing && !to.ignored.has(index) && request.filled?.[index] !== 0
  for (const [index, header] of request.headers.entries()) {
    const key = to.keys.get(index) ?? (mayBeNew(index) ? newKey(request, header, taken) : undefined)
    if (key === undefined || known.get(key)?.writable === false) to.ignored.add(index)
    else {
      const isNew = !known.has(key) && !importableFields.includes(key)
      const reason = to.reasons.get(index) ?? 'new'
      columns.push({ index, header, key, isNew, reason })
    }
  }
  const keyOf = (wanted: string) => columns.find(({ header }) => header === wanted)?.key
  return {
    columns: columns.map((column) => {
      const { rule } = shapeRule(request.shape, column, keyOf)
      const units = unitRule(column, known.get(column.key), request.shape)
      const isRuled = rule !== undefined || Object.keys(units).length > 0
      return {
        ...column,
        ...(isRuled && { rule: { ...rule, ...units, key: column.key } }),
        ...givenRule(request.mapping, column.header),
      }
    }),
    ignored: request.headers.filter((header, index) => header !== '' && to.ignored.has(index)),
  }
}

/** Which column goes where, by index; filled step by step, the surest way first. */
export interface Assignment {
  readonly keys: Map<number, string>
  readonly ignored: Set<number>
  readonly reasons: Map<number, MappingReason>
}

function givenRule(mapping: ColumnMapping, header: string): { rule?: ColumnRule } {
  const entry = Object.hasOwn(mapping, header) ? mapping[header] : undefined
  return typeof entry === 'object' && entry !== null ? { rule: entry } : {}
}

function applyMapping(
  { headers, attributes, mapping, createMissing, shape }: ColumnRequest,
  to: Assignment,
  faults: Faults,
) {
  // A shop's file has columns only for what its products have.
  const isMeant = (column: string) => shape === undefined || headers.includes(column.trim())
  for (const [column, entry] of Object.entries(mapping).filter(([name]) => isMeant(name))) {
    const { key } = toRule(entry)
    const index = headers.indexOf(column.trim())
    const field = `mapping.${column}`
    if (index < 0) faults.addSentence(field, message('import.column_unknown'), headers.slice(0, 50), column)
    else if (key === null) to.ignored.add(index)
    else if ([...to.keys.values()].includes(key)) {
      faults.addSentence(field, message('import.attribute_mapped_twice', { key }))
    } else if (
      importableFields.includes(key) ||
      attributes.some((attribute) => attribute.key === key) ||
      (createMissing && isAttributeKey(key))
    ) {
      to.keys.set(index, key)
      to.reasons.set(index, 'mapping')
    } else {
      const known = attributes.map((attribute) => attribute.key)
      faults.addUnknown(field, 'not_a_defined_attribute', key, [...known, ...importableFields])
    }
  }
}

/** A file that the catalog itself has written names system fields, of which only parent and id can be written, or errors. */
function matchSystemFields(request: ColumnRequest, to: Assignment): void {
  const { headers, isById = false } = request
  const leftOut = new Set<string>(isOwnFile(request) ? systemFields : [])
  const used = new Set(isById ? importableFields : ['parent_id'])
  for (const key of to.keys.values()) used.delete(key)
  const open = [...headers.entries()].filter(([index]) => !to.keys.has(index) && !to.ignored.has(index))
  for (const [index, header] of open) {
    if (used.delete(header)) {
      to.keys.set(index, header)
      to.reasons.set(index, 'name')
    } else if (leftOut.has(header) || isErrorColumn(header)) to.ignored.add(index)
  }
}

/** A file is one of the catalog where it holds ids of entities: others have columns of these names too, and mean their own. */
export function isOwnFile({ headers, samples = [] }: Pick<ColumnRequest, 'headers' | 'samples'>): boolean {
  return samples[headers.indexOf('id')]?.some((cell) => idPattern.test(cell.trim())) ?? false
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const waysToMatch: readonly {
  ofHeader: (header: string) => string
  of: (attribute: KnownAttribute) => string
}[] = [
  { ofHeader: (header) => header, of: ({ key }) => key },
  { ofHeader: (header) => header, of: ({ name }) => name },
  { ofHeader: foldText, of: ({ name }) => foldText(name) },
  { ofHeader: toAttributeKey, of: ({ key }) => key },
]

// The surest way goes over all columns first, so that a likeness never takes an attribute from its exact name.
function matchHeaders(
  { headers, attributes, shape }: ColumnRequest,
  { keys, ignored, reasons }: Assignment,
): void {
  const taken = new Set(keys.values())
  for (const { ofHeader, of } of waysToMatch) {
    const found = new Map(attributes.filter(({ key }) => !taken.has(key)).map((a) => [of(a), a]))
    for (const [index, header] of headers.entries()) {
      const attribute = found.get(ofHeader(header))
      if (!attribute || header === '' || keys.has(index) || ignored.has(index)) continue
      const { key } = attribute
      if (taken.has(key) || isOtherUnit(attribute, shapeColumn(shape, header))) continue
      keys.set(index, key)
      reasons.set(index, 'name')
      taken.add(key)
    }
  }
}

function newKey({ shape }: ColumnRequest, header: string, taken: Set<string>): string | undefined {
  if (header === '') return undefined
  const wanted = shapeColumn(shape, header)?.key ?? toAttributeKey(header)
  const key = freeAttributeKey(wanted, (candidate) => taken.has(candidate))
  taken.add(key)
  return key
}

/**
 * The new attribute that becomes the primary one of a type without: a name or title, else the merge key. It is required on
 * create from then on, so only a column that is filled in every row will do.
 */
export function choosePrimary(
  columns: readonly ImportColumn[],
  isFilled: (column: ImportColumn) => boolean,
  { mergeKey, type }: { readonly mergeKey: string | undefined; readonly type: EntityType },
): string | undefined {
  const fit = columns.filter((column) => column.isNew && isFilled(column))
  const named = fit.flatMap(({ header, key }) => {
    const rank = rankOfName(header, type)
    return rank === undefined ? [] : [{ key, rank }]
  })
  const [surest] = named.sort((a, b) => a.rank - b.rank)
  if (surest) return surest.key
  return fit.find(({ key }) => key === mergeKey)?.key
}

/** What is done to the numbers of a column that are in another unit than those of its attribute. */
function unitRule(
  { header, reason }: Pick<ImportColumn, 'header' | 'reason'>,
  attribute: KnownAttribute | undefined,
  shape: FileShape | undefined,
): Pick<ColumnRule, 'unit' | 'from_unit'> {
  const { unit } = attribute ?? {}
  const isByWords = reason === 'synonym'
  const own = shapeColumn(shape, header)?.unit ?? (isByWords ? toWords(header).unit : undefined)
  if (unit === undefined || own === undefined || unit === own || !isSameMeasure(own, unit)) return {}
  return { unit: unitOf(foldText(unit)) ?? unit, from_unit: own }
}
