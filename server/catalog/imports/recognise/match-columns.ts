import { meaningRule } from './column-meaning.ts'
import {
  type DataType,
  isReferenceType,
  dataTypeTraits,
  isAttributeKey,
  freeAttributeKey,
} from '#shared/attributes.ts'
import { type EntityType, systemFields } from '#shared/entities.ts'
import {
  type mappingReasons,
  type ColumnRule,
  type ColumnMapping,
  isErrorColumn,
  type Creation,
  type DateOrder,
  type DecimalMark,
} from '#shared/imports.ts'
import type { ColumnTraits } from './column-scan.ts'
import type { FileShape, ShapeColumn, FileScan } from './file-scan.ts'
import { foldText } from '#shared/text.ts'
import { Faults } from '../../errors.ts'
import { toRule } from './column-rules.ts'
import { message } from '#shared/messages/message.ts'
import { toAttributeKey } from '../../attributes/key-of-name.ts'
import { toWords, type SemanticType, type HeaderWords, semanticTypesOf } from '#shared/semantic-types.ts'
import { isSameMeasure } from '../../channel-files/measures.ts'
import { unitOf } from './numbers.ts'
import { isSameTax } from './price-names.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { attributesOf, type AttributeSet, type Attribute } from '../../../store/tables/attributes.ts'
import { unitOfConstraints } from '#shared/kinds.ts'

export interface KnownAttribute {
  readonly key: string
  readonly name: string
  readonly writable: boolean
  readonly content?: 'gtin' | 'image' | undefined
  readonly options?: readonly string[]
  readonly dataType?: DataType
  readonly isPrimary?: boolean
  readonly unit?: string | undefined
  readonly target?: EntityType | undefined
}

export type MappingReason = (typeof mappingReasons)[number]

/**
 * A column whose cells are written to an attribute or the parent (`parent_id`), or identify the entity
 * (`id`).
 */
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
  readonly ignored: readonly string[]
}

export interface ColumnRequest {
  readonly headers: readonly string[]
  readonly attributes: readonly KnownAttribute[]
  readonly mapping: ColumnMapping
  readonly createMissing: boolean
  /** The common properties of each column's cells; without them only names count. */
  readonly traits?: readonly ColumnTraits[]
  readonly filled?: readonly number[]
  readonly type?: EntityType
  readonly samples?: readonly (readonly string[])[]
  readonly isById?: boolean
  readonly shape?: FileShape | undefined
  readonly parents?: ReadonlyMap<number, number> | undefined
}

export const importableFields: readonly string[] = ['parent_id', 'id']

type Likeness = (traits: ColumnTraits, attribute: KnownAttribute) => boolean

const likenesses: readonly Likeness[] = [
  ({ isGtin }, { content }) => isGtin && content === 'gtin',
  ({ isImage }, { content }) => isImage && content === 'image',
  ({ options }, attribute) => areOptions(options, attribute.options ?? []),
]

/** A single common value, such as "yes", may be chance. */
const minOptions = 2

function areOptions(values: readonly string[], options: readonly string[]): boolean {
  if (values.length < minOptions || options.length < minOptions) return false
  const known = new Set(options.map(foldText))
  return values.every((value) => known.has(foldText(value)))
}

/**
 * Maps columns with unknown names by the look of their cells: GTINs, picture addresses, values that are
 * all options of a select. Only where exactly one column and one attribute fit each other.
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
 * Finds each column's attribute: as mapped, else by key, name, folded name, the key of its header,
 * synonyms in other files, or the look of its cells. No attribute takes two columns. The rest becomes new
 * attributes, or is ignored if empty.
 */
export function planColumns(request: ColumnRequest, faults: Faults): ColumnPlan {
  const to: Assignment = { keys: new Map(), ignored: new Set(), reasons: new Map() }
  applyMapping(request, to, faults)
  matchSystemFields(request, to)
  matchParents(request, to)
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
      const meant = rule ?? meaningOf(request, column)
      const isRuled = meant !== undefined || Object.keys(units).length > 0
      return {
        ...column,
        ...parentRule(request, column, columns),
        ...(isRuled && { rule: { ...meant, ...units, key: column.key } }),
        ...givenRule(request.mapping, column.header),
      }
    }),
    ignored: request.headers.filter((header, index) => header !== '' && to.ignored.has(index)),
  }
}

interface Assignment {
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
  // A shop's file has columns only for values that its products have.
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

/**
 * In the catalog's own files, only parent and id are writable system fields; the other ones, and columns
 * of errors, are ignored.
 */
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

function matchParents({ parents = new Map(), shape }: ColumnRequest, to: Assignment): void {
  if (shape !== undefined || [...to.keys.values()].includes('parent_id')) return
  const index = [...parents.keys()].find((parent) => !to.keys.has(parent) && !to.ignored.has(parent))
  if (index === undefined) return
  to.keys.set(index, 'parent_id')
  to.reasons.set(index, 'content')
}

function parentRule(
  { parents, shape }: ColumnRequest,
  { index, key }: Pick<ImportColumn, 'index' | 'key'>,
  columns: readonly Omit<ImportColumn, 'rule'>[],
): { rule?: ColumnRule } {
  const named = key === 'parent_id' && shape === undefined ? parents?.get(index) : undefined
  const by = columns.find((column) => column.index === named)?.key
  return by === undefined || importableFields.includes(by) ? {} : { rule: { key, by } }
}

/**
 * Whether a file contains entity ids of the catalog; other files may have columns of these names with
 * another meaning.
 */
export function isOwnFile({ headers, samples = [] }: Pick<ColumnRequest, 'headers' | 'samples'>): boolean {
  return samples[headers.indexOf('id')]?.some(isEntityId) ?? false
}

export function isEntityId(cell: string): boolean {
  return idPattern.test(cell.trim())
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

// Applies the surest way to all columns first, so that a similarity never takes an attribute from its exact
// name.
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
 * The new attribute that becomes the primary one of a type without: a name or title, else the merge key.
 * It is required on create afterwards, so its column must be filled in every row.
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

/** The columns of a shop's file get their meaning from its shape, and mapped ones from their mapping. */
function meaningOf(
  { shape, type, samples = [] }: ColumnRequest,
  { index, header, isNew, reason }: Pick<ImportColumn, 'index' | 'header' | 'isNew' | 'reason'>,
): Omit<ColumnRule, 'key'> | undefined {
  if (shape !== undefined || type !== 'product' || !isNew || reason !== 'new') return undefined
  return meaningRule(header, samples[index] ?? [])
}

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
function matchSynonyms(request: Headers, { keys, ignored, reasons }: Assignment): void {
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

export function shapeColumn(shape: FileShape | undefined, header: string): ShapeColumn | undefined {
  return shape && Object.hasOwn(shape.columns, header) ? shape.columns[header] : undefined
}

/** The settings of an import, with its shape's creations as defaults. */
export function withCreations<Settings extends Readonly<Partial<Record<Creation, boolean | undefined>>>>(
  asked: Settings,
  shape: Pick<FileShape, 'creations'> | undefined,
): Settings {
  const unsaid = shape?.creations.filter((creation) => asked[creation] === undefined) ?? []
  return { ...asked, ...Object.fromEntries(unsaid.map((creation) => [creation, true])) }
}

function matchShape({ headers, attributes, shape }: ColumnRequest, to: Assignment): void {
  const taken = new Set(to.keys.values())
  const keys = new Set(attributes.map(({ key }) => key))
  // Its own attribute is surer than one for several columns. The key of products may be the primary
  // attribute, and comes before their names.
  const rank = ([, header]: [number, string]) => {
    const column = shapeColumn(shape, header)
    if (column?.isTitle) return 2
    return column && column.key !== null && keys.has(column.key) ? 0 : 1
  }
  const inOrder = [...headers.entries()].sort((a, b) => rank(a) - rank(b))
  for (const [index, header] of inOrder) {
    const column = shapeColumn(shape, header)
    if (!column || to.keys.has(index) || to.ignored.has(index)) continue
    if (column.key === null) to.ignored.add(index)
    const free = attributes.filter((attribute) => !taken.has(attribute.key))
    const key = column.key === 'parent_id' ? 'parent_id' : findKnown(column, free, header)
    if (key === undefined || taken.has(key)) continue
    taken.add(key)
    to.keys.set(index, key)
    to.reasons.set(index, 'shape')
  }
}

function findKnown(
  column: ShapeColumn,
  attributes: readonly KnownAttribute[],
  header: string,
): string | undefined {
  const fitting = attributes.filter((attribute) => fits(attribute, column))
  const title = column.isTitle && fitting.find(({ isPrimary = false }) => isPrimary)
  if (title) return title.key
  const keys = [column.key, ...(column.known ?? [])]
  const byKey = keys.find((key) => fitting.some((attribute) => attribute.key === key))
  return byKey ?? fitting.find(({ name }) => name === (column.name ?? header))?.key
}

function fits(attribute: KnownAttribute, column: ShapeColumn): boolean {
  const { writable, dataType, target } = attribute
  if (!writable || dataType === undefined || isOtherUnit(attribute, column)) return false
  return takes(dataType, target, column.rule)
}

function isOtherUnit({ unit }: KnownAttribute, column: ShapeColumn | undefined): boolean {
  return column?.unit !== undefined && unit !== undefined && !isSameMeasure(column.unit, unit)
}

function takes(dataType: DataType, target: KnownAttribute['target'], rule: ShapeColumn['rule']): boolean {
  const wanted = rule.data_type
  if (wanted === undefined) return !isReferenceType(dataType)
  const isList = wanted === 'entity_list_reference'
  if (isList || isReferenceType(dataType)) return dataType === wanted && target === rule.reference_type
  return takesTexts(dataType) || dataTypeTraits[dataType].family === dataTypeTraits[wanted].family
}

function takesTexts(type: DataType): boolean {
  return dataTypeTraits[type].isFreeText && type !== 'url'
}

/** The default rule of a column; a parent is found by the shop's product key. */
function shapeRule(
  shape: FileShape | undefined,
  { header, key }: Pick<ImportColumn, 'header' | 'key'>,
  keyOf: (header: string) => string | undefined,
): { rule?: ColumnRule } {
  const column = shapeColumn(shape, header)
  if (!shape || !column) return {}
  const by = column.key === 'parent_id' ? keyOf(shape.mergeKey) : undefined
  return { rule: { ...column.rule, ...(by !== undefined && { by }), key } }
}

export function listMatched(db: ReadableDb, scan: FileScan, type: EntityType): string[] {
  const request = toColumnRequest(scan, { type, mapping: {} }, attributesOf(db, type))
  return planColumns(request, new Faults()).columns.map(({ header }) => header)
}

export interface PlanRequest {
  readonly type: EntityType
  readonly mapping: ColumnMapping
  readonly merge_key?: string | undefined
  readonly create_missing_attributes?: boolean | undefined
  readonly decimal?: DecimalMark | undefined
  readonly dates?: DateOrder | undefined
}

export function toColumnRequest(
  { headers, traits, samples, filled, soundRows, isWhole = true, shape, parents }: FileScan,
  request: PlanRequest,
  { list }: AttributeSet,
) {
  return {
    headers,
    traits,
    samples,
    type: request.type,
    ...(isWhole && soundRows > 0 && { filled }),
    attributes: list.map(toKnown),
    mapping: request.mapping,
    createMissing: request.create_missing_attributes ?? false,
    isById: request.merge_key === 'id',
    shape,
    parents,
  }
}

function toKnown({ key, name, traits, dataType, isPrimary, options, extras }: Attribute): KnownAttribute {
  const { constraints } = extras
  const isGtin = constraints.kind === 'gtin' || constraints.check === 'gtin' || gtinKey.test(key)
  const content = isGtin ? 'gtin' : traits.media === 'image' ? 'image' : undefined
  return {
    key,
    name,
    writable: traits.writable,
    options,
    content,
    dataType,
    isPrimary,
    unit: unitOfConstraints(constraints),
    target: extras.reference?.type,
  }
}

const gtinKey = /(^|_)(gtin|ean|upc|barcode)($|_)/
