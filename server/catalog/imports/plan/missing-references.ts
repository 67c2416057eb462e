import type { ImportColumn } from '../recognise/column-request.ts'
import { type Attribute, attributesOf } from '../../../store/tables/attributes.ts'
import type { ImportRequest, ImportState } from './import-state.ts'
import { pictureAttribute } from '../../attributes/image-attributes.ts'
import { creationOfTarget, type Creation, type MissingReference } from '#shared/imports.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { isReferenceType } from '#shared/attributes.ts'
import { foldText } from '#shared/text.ts'
import { readMembers, readPicture, readPictures, toPreparer } from '../recognise/cell-values.ts'
import { listUnknownComparables } from '../../../store/tables/values.ts'
import { findFetched } from '../../../store/tables/pictures.ts'
import type { IndexName } from '../../../store/database/writer-requests.ts'
import { isIndexMissing } from '../../../store/tables/indexes.ts'

/** A column whose cells name entities or options that may be missing, and that the import does not create. */
export interface NamingColumn extends Pick<ImportColumn, 'index' | 'header' | 'key' | 'rule'> {
  readonly attribute: Attribute
}

type Creations = Pick<ImportRequest, Creation | 'type'>

const maxNames = 5

export function listNamingColumns(
  db: ReadableDb,
  request: Creations,
  columns: readonly ImportColumn[],
): NamingColumn[] {
  const { byKey } = attributesOf(db, request.type)
  return columns.flatMap((column) => {
    const attribute = byKey.get(column.key)
    if (!attribute || !isNaming(attribute) || targetOf(attribute) === request.type) return []
    const creation = creationOf(attribute)
    return creation && request[creation] ? [] : [{ ...column, attribute }]
  })
}

function isNaming({ dataType, options }: Attribute): boolean {
  return isReferenceType(dataType) || options.length > 0
}

function targetOf({ dataType, extras }: Attribute): EntityType | undefined {
  return isReferenceType(dataType) ? extras.reference?.type : undefined
}

function creationOf(attribute: Attribute): Creation | undefined {
  const target = targetOf(attribute)
  return target === undefined ? 'create_missing_options' : creationOfTarget[target]
}

export function findMissing(
  db: ReadableDb,
  columns: readonly NamingColumn[],
  cells: ReadonlyMap<number, readonly string[]>,
): MissingReference[] {
  return columns.flatMap((column) => {
    const names = namesIn(column, cells.get(column.index) ?? [])
    const missing = unknownOf(db, column, names)
    if (missing.length === 0) return []
    const { header, key, attribute } = column
    const shown = missing.slice(0, maxNames).map((name) => names.get(name) ?? name)
    return [
      {
        header,
        key,
        type: targetOf(attribute) ?? null,
        creates: creationOf(attribute) ?? null,
        missing: missing.length,
        names: shown,
      },
    ]
  })
}

function namesIn(column: NamingColumn, cells: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const cell of cells) for (const name of namesOf(column, cell)) names.set(foldText(name), name)
  return names
}

/**
 * The names in one cell; the last step of a path. Ids are left out, since nothing can be created from
 * them.
 */
function namesOf({ rule = { key: null }, attribute }: NamingColumn, cell: string): string[] {
  const text = toPreparer(rule)(cell)
  const { hasTokens, shape } = attribute.traits
  const isList = hasTokens || shape === 'reference_list'
  const read = targetOf(attribute) === 'image' && rule.by === undefined ? readPictures : readMembers
  const members = isList ? read(text, rule.separator) : [text]
  return members
    .map((member) => (rule.path === undefined ? member : (member.split(rule.path).at(-1) ?? '')).trim())
    .filter((name) => name !== '' && parseUuid(name) === undefined)
}

function unknownOf(
  db: ReadableDb,
  { attribute, rule }: NamingColumn,
  names: ReadonlyMap<string, string>,
): string[] {
  const target = targetOf(attribute)
  if (target === undefined) {
    const known = new Set(attribute.options.map(foldText))
    return [...names.keys()].filter((name) => !known.has(name))
  }
  if (rule?.by === 'id') return []
  const { byKey, primary } = attributesOf(db, target)
  const by = rule?.by === undefined ? primary : byKey.get(rule.by)
  const unknown = by ? listUnknownComparables(db, by.id, [...names.keys()]) : [...names.keys()]
  return target === 'image' && rule?.by === undefined ? withoutPictures(db, unknown, names) : unknown
}

/** Leaves out addresses of pictures that an image already has, as a link or as the fetched file. */
function withoutPictures(
  db: ReadableDb,
  unknown: readonly string[],
  names: ReadonlyMap<string, string>,
): string[] {
  const attribute = pictureAttribute(db)
  const addresses = new Map(unknown.map((name) => [name, readPicture(names.get(name) ?? name)?.address]))
  const named = [...addresses.values()].filter((address) => address !== undefined)
  const unlinked = new Set(
    attribute ? listUnknownComparables(db, attribute.id, named.map(foldText)) : named.map(foldText),
  )
  return unknown.filter((name) => {
    const address = addresses.get(name)
    return address === undefined || (unlinked.has(foldText(address)) && !findFetched(db, address)?.image)
  })
}

export function missingLookups(
  db: ReadableDb,
  type: EntityType,
  {
    columns,
    merge_key: mergeKey,
    other_keys: others,
  }: Pick<ImportState, 'columns' | 'merge_key' | 'other_keys'>,
): IndexName[] {
  const keys = [mergeKey, others?.sku]
  const found = columns.map(({ key, rule }) => {
    if (keys.includes(key)) return findBy(db, type, key)
    if (key === 'parent_id') return findBy(db, type, rule?.by ?? mergeKey)
    const target = attributesOf(db, type).byKey.get(key)?.extras.reference?.type
    return target && findTarget(db, target, rule?.by)
  })
  const names = new Set(found.flatMap((attribute) => (attribute ? [`value_${attribute.id}` as const] : [])))
  return [...names].filter((name) => isIndexMissing(db, name))
}

function findTarget(db: ReadableDb, target: EntityType, by: string | undefined): Attribute | undefined {
  const picture = target === 'image' && by === undefined ? pictureAttribute(db) : undefined
  return picture ?? findBy(db, target, by)
}

function findBy(db: ReadableDb, type: EntityType, by: string | undefined): Attribute | undefined {
  const { byKey, primary } = attributesOf(db, type)
  const attribute = by === undefined ? primary : byKey.get(by)
  return attribute?.traits.shape === 'scalar' ? attribute : undefined
}
