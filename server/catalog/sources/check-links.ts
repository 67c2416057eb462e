import type { FieldError } from '#shared/errors.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findIdentity } from '../../store/tables/entities.ts'
import { listTargets } from '../../store/tables/references.ts'
import type { Faults } from '../errors.ts'
import { findProductLink, type ProductLink } from './source-request.ts'

/** Notes what would keep the job from linking a source and products: who asks for links gets them all or is told at once. */
export function checkLinks(
  db: ReadableDb,
  attributes: Readonly<Record<string, unknown>>,
  products: readonly string[],
  faults: Faults,
): void {
  if (products.length === 0 || faults.isNoted('product_ids')) return
  const sets = { source: attributesOf(db, 'source'), product: attributesOf(db, 'product') }
  const link = findProductLink(sets, attributes)
  const fault = link === undefined ? noLink : findFault(db, link, products)
  if (fault) faults.addAll('product_ids', [fault])
}

type Fault = Pick<FieldError, 'issue' | 'message'>

const noLink: Fault = {
  issue: 'not_a_defined_attribute',
  message:
    'No attribute is free to link sources and products. Leave product_ids out, or define an entity_list_reference of sources to products first.',
}

function findFault(
  db: ReadableDb,
  { holder, attribute }: ProductLink,
  products: readonly string[],
): Fault | undefined {
  const { key, name, extras, traits } = attribute
  const isList = traits.shape === 'reference_list'
  const room = isList ? (extras.constraints.max_items ?? Infinity) : 1
  if (holder === 'source') {
    if (products.length <= room) return undefined
    const message = `${name} (${key}) of sources takes ${room} at most. Send fewer product_ids.`
    return { issue: isList ? 'too_long' : 'too_many_values', message }
  }
  const full = products.find((uuid) => countTargets(db, uuid, attribute.id) >= room)
  if (full === undefined) return undefined
  const message = `${name} (${key}) of product ${full} has no room for another source. Leave the product out, or make room first.`
  return { issue: isList ? 'too_long' : 'too_many_values', message }
}

function countTargets(db: ReadableDb, uuid: string, attribute: number): number {
  const product = findIdentity(db, uuid)
  return product === undefined ? 0 : listTargets(db, product.id, attribute).length
}
