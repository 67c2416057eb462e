import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { listTargets } from '../../store/tables/references.ts'
import type { EntityType } from '#shared/entities.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findProductLink, type SourceRequest } from './source-request.ts'

export interface Linking {
  readonly request: SourceRequest
  readonly source: string
  readonly products: readonly string[]
  readonly context: WriteContext
}

/**
 * Links products and a source if the workspace has an attribute for it; returns the linked ones. Existing
 * references stay.
 */
export function linkProducts(
  tx: WritableDb,
  { request, source, products, context }: Linking,
): readonly string[] {
  const sets = { source: attributesOf(tx, 'source'), product: attributesOf(tx, 'product') }
  const link = findProductLink(sets, request.attributes)
  if (!link || products.length === 0) return []
  const { key } = link.attribute
  if (link.holder === 'source')
    return addTargets(tx, { type: 'source', holder: source, key, targets: products, context })
  if (!request.mayWriteProducts) return []
  return products.filter(
    (product) =>
      addTargets(tx, { type: 'product', holder: product, key, targets: [source], context }).length > 0,
  )
}

interface Adding {
  readonly type: EntityType
  readonly holder: string
  readonly key: string
  readonly targets: readonly string[]
  readonly context: WriteContext
}

function addTargets(tx: WritableDb, { type, holder, key, targets, context }: Adding): readonly string[] {
  const row = findEntity(tx, type, holder)
  const set = attributesOf(tx, type)
  const attribute = set.byKey.get(key)
  if (!row || !attribute) return []
  const before = listTargets(tx, row.id, attribute.id).map((target) => target.uuid)
  const isList = attribute.traits.shape === 'reference_list'
  const after = isList ? [...new Set([...before, ...targets])] : [...before, ...targets].slice(0, 1)
  try {
    tx.nested(() => {
      const faults = new Faults()
      const writes = parseWrites(set, { [key]: isList ? after : after[0] }, faults)
      return updateFrom(tx, row, { type, parent: undefined, writes }, faults, context)
    })
  } catch (error) {
    if (error instanceof CatalogError) return []
    throw error
  }
  return targets.filter((target) => after.includes(target))
}
