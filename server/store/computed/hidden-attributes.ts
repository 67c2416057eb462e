/**
 * The attributes that a role may not read. What is computed from a hidden attribute is hidden with it, because its value would
 * tell that one.
 */
import { type EntityType, entityTypes } from '#shared/entities.ts'
import { keysInPrompt } from '#shared/generations.ts'
import { type Role, roles } from '#shared/team.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { type HiddenAttributes, namesSome, restrictedView } from '../database/restricted-view.ts'
import { type Attribute, attributesOf, isSearched } from '../tables/attributes.ts'
import { type DeletedAttribute, listDeletedAttributes } from '../tables/events.ts'
import { formulaLanguage } from './formulas.ts'

const hiddenOfRoles = cachePart<Role, HiddenAttributes | undefined>(countedValues(8))

/** Returns the connection as the role reads it: itself where nothing is hidden from the role, or there is none. */
export function viewFor(db: ReadableDb, role: Role | undefined): ReadableDb {
  if (role === undefined || role === 'owner' || db.hidden?.role === role) return db
  const hidden = hiddenFrom(db, role)
  return hidden ? restrictedView(db, hidden) : db
}

export function hiddenFrom(db: ReadableDb, role: Role): HiddenAttributes | undefined {
  const cache = db.caches.schema.part(hiddenOfRoles)
  if (cache.has(role)) return cache.get(role)
  const hidden = findHidden(db, role)
  cache.add(role, hidden)
  return hidden
}

export function isReadableBy({ extras }: { readonly extras: Readers }, role: Role): boolean {
  const { readable_by: readers } = extras
  return readers === undefined || readers === null || role === 'owner' || readers.includes(role)
}

type Readers = Pick<Attribute['extras'], 'readable_by'>

/** Whether attributes are hidden from the reader, and not only changes of deleted ones. */
export function hidesAttributes({ hidden }: Pick<ReadableDb, 'hidden'>): boolean {
  return (hidden?.ids.size ?? 0) > 0
}

/** The ids of all attributes that are hidden from some role. */
export function hiddenFromSome(db: ReadableDb): ReadonlySet<number> {
  return new Set(roles.flatMap((role) => [...(hiddenFrom(db, role)?.ids ?? [])]))
}

/** Whether something stored names a hidden attribute, such as a filter or a prompt. */
export function namesHidden({ hidden }: ReadableDb, stored: unknown): boolean {
  return hidden !== undefined && namesSome(hidden, stored)
}

function findHidden(db: ReadableDb, role: Role): HiddenAttributes | undefined {
  const all = entityTypes.flatMap((type) => attributesOf(db, type).list)
  const hidden = new Set(all.filter((attribute) => !isReadableBy(attribute, role)))
  const deleted = listDeletedAttributes(db).filter((attribute) => !isReadableBy({ extras: attribute }, role))
  if (hidden.size === 0 && deleted.length === 0) return undefined
  const names = new Set([...hidden].map(nameOf))
  const left = all.filter((attribute) => !hidden.has(attribute))
  const rests = new Map(left.map((attribute) => [attribute, sourcesOf(db, attribute)]))
  for (let found = -1; found !== hidden.size;) {
    found = hidden.size
    for (const [attribute, sources] of rests) {
      if (!sources.some((name) => names.has(name))) continue
      hidden.add(attribute)
      names.add(nameOf(attribute))
      rests.delete(attribute)
    }
  }
  return toHidden(role, [...hidden], deleted)
}

function toHidden(
  role: Role,
  list: readonly Attribute[],
  deleted: readonly DeletedAttribute[],
): HiddenAttributes {
  const keysOf = (type: EntityType) =>
    new Set(list.filter(({ entityType }) => entityType === type).map(({ key }) => key))
  return {
    role,
    ids: new Set(list.map(({ id }) => id)),
    uuids: new Set([...list, ...deleted].map(({ uuid }) => uuid)),
    deleted: new Map(deleted.map((attribute) => [nameOf(attribute), attribute.sequence])),
    keys: {
      product: keysOf('product'),
      image: keysOf('image'),
      vendor: keysOf('vendor'),
      category: keysOf('category'),
      source: keysOf('source'),
    },
    searchedTypes: new Set(list.filter(isSearched).map(({ entityType }) => entityType)),
  }
}

function nameOf({ entityType, key }: Pick<Attribute, 'entityType' | 'key'>): string {
  return `${entityType} ${key}`
}

/** The attributes from which the values of another one come. */
function sourcesOf(db: ReadableDb, attribute: Attribute): string[] {
  const { entityType, dataType, extras, isPrimary } = attribute
  if (dataType === 'formula') {
    const keys = formulaLanguage().keysIn(extras.formula ?? '')
    return keys.map((key) => nameOf({ entityType, key }))
  }
  if (dataType === 'reference_lookup' || dataType === 'inverse_reference') return pathOf(db, attribute)
  // Labels come from the primary attribute, so that it cannot be hidden.
  if (!extras.ai_generated || isPrimary) return []
  return generationKeys(attribute).map((key) => nameOf({ entityType, key }))
}

function pathOf(db: ReadableDb, { entityType, extras }: Attribute): string[] {
  const { via, type, attribute: key } = extras.reference ?? {}
  const named = via === undefined ? undefined : attributesOf(db, entityType).byKey.get(via)
  const target = type ?? named?.extras.reference?.type
  return [
    ...(via === undefined ? [] : [nameOf({ entityType, key: via })]),
    ...(target && key !== undefined ? [nameOf({ entityType: target, key })] : []),
  ]
}

function generationKeys({ extras }: Attribute): string[] {
  return [
    ...keysInPrompt(extras.custom_instructions),
    ...(extras.source_attributes ?? []),
    ...extras.required_dependencies,
    ...(extras.vision_image_attributes ?? []),
  ]
}
