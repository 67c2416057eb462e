import { freeAttributeKey, isAttributeKey } from '#shared/attributes.ts'
import { type EntityType, systemFields } from '#shared/entities.ts'
import { type ColumnMapping, type ColumnRule, isErrorColumn } from '#shared/imports.ts'
import { message } from '#shared/messages/message.ts'
import { toWords } from '#shared/semantic-types.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { toAttributeKey } from '../../attributes/key-of-name.ts'
import { isSameMeasure } from '../../channel-files/measures.ts'
import { Faults } from '../../errors.ts'
import { meaningRule, pictureRule } from './column-meaning.ts'
import {
  type Assignment,
  type ColumnPlan,
  type ColumnRequest,
  type ImportColumn,
  importableFields,
  isOwnFile,
  type KnownAttribute,
  toColumnRequest,
} from './column-request.ts'
import { checkStepColumns, givesNumbers } from './column-steps.ts'
import { toRule } from './column-rules.ts'
import type { ColumnTraits } from './column-scan.ts'
import type { FileScan, FileShape } from './file-scan.ts'
import { isOtherUnit, matchShape, shapeColumn, shapeRule } from './match-shape.ts'
import { matchSynonyms, rankOfName } from './match-synonyms.ts'
import { unitOf } from './numbers.ts'

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

function givenRule(mapping: ColumnMapping, header: string): { rule?: ColumnRule } {
  const entry = Object.hasOwn(mapping, header) ? mapping[header] : undefined
  if (typeof entry !== 'object' || entry === null) return {}
  const isNumber = entry.decimal === undefined && givesNumbers(entry.steps ?? [])
  return { rule: isNumber ? { ...entry, decimal: 'point' } : entry }
}

function applyMapping(
  { headers, attributes, mapping, createMissing, shape }: ColumnRequest,
  to: Assignment,
  faults: Faults,
) {
  // A shop's file has columns only for values that its products have.
  const isMeant = (column: string) => shape === undefined || headers.includes(column.trim())
  for (const [column, entry] of Object.entries(mapping).filter(([name]) => isMeant(name))) {
    const { key, steps = [] } = toRule(entry)
    const index = headers.indexOf(column.trim())
    const field = `mapping.${column}`
    checkStepColumns(steps, { field, headers }, faults)
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
  request: ColumnRequest,
  { index, header, isNew, reason }: Pick<ImportColumn, 'index' | 'header' | 'isNew' | 'reason'>,
): Omit<ColumnRule, 'key'> | undefined {
  const { shape, type, samples = [], traits } = request
  if (shape !== undefined || !isNew || reason !== 'new') return undefined
  if (isOfPictures(index, request)) return pictureRule(header, traits?.[index])
  return type === 'product' ? meaningRule(header, samples[index] ?? []) : undefined
}

/** In a list of images the names of files are those of the images. */
function isOfPictures(index: number, { pictureColumns = [], type }: ColumnRequest): boolean {
  return type !== 'image' && pictureColumns.includes(index)
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

export function listMatched(db: ReadableDb, scan: FileScan, type: EntityType): string[] {
  const request = toColumnRequest(scan, { type, mapping: {} }, attributesOf(db, type))
  return planColumns(request, new Faults()).columns.map(({ header }) => header)
}
