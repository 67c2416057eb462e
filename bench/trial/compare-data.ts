import { isDeepStrictEqual } from 'node:util'
import type { EntityResource, ReferenceStub } from '#shared/entities.ts'
import { listAll } from '../processes/list-all.ts'
import type { HttpClient } from '../processes/http-client.ts'
import type { Expectation, Ids, KnownProduct, PlannedWrite } from './expectation.ts'

export interface ObservedCatalog {
  readonly products: ReadonlyMap<string, EntityResource>
  readonly attributeKeys: ReadonlySet<string>
}

export interface Finding {
  readonly happened: boolean
  readonly ids: Ids
}

/** Reads everything the trial has written through the API. Throws when totals and rows disagree. */
export async function observe(client: HttpClient): Promise<ObservedCatalog> {
  const products = new Map<string, EntityResource>()
  let rows = 0
  let total = 0
  for await (const page of listAll(client, '/products?limit=200')) {
    for (const product of page.data) products.set(product.attributes['sku'] as string, product)
    rows += page.data.length
    total = page.pagination.total
  }
  if (rows !== total || rows !== products.size) {
    throw new Error(`A total of ${total} products, ${rows} rows and ${products.size} different SKUs.`)
  }
  const { data } = await client.json<{ data: { key: string }[] }>({
    method: 'GET',
    path: '/attributes?type=product',
  })
  return { products, attributeKeys: new Set(data.map(({ key }) => key)) }
}

/**
 * Finds out whether a write that was never answered happened. Throws when it happened by half: all of its products must
 * be as after it, or all as before.
 */
export function resolve(write: PlannedWrite, before: Expectation, observed: ObservedCatalog): Finding {
  const ids: Record<string, string> = {}
  for (const { sku } of write.after) {
    const found = observed.products.get(sku)
    if (found) ids[sku] = found.id
  }
  if (write.attributeKey) return { happened: observed.attributeKeys.has(write.attributeKey), ids }
  if (write.after.every((product) => isAs(product, observed))) return { happened: true, ids }
  const isUntouched = write.after.every(({ sku }) => {
    const known = before.products.get(sku)
    return known ? isAs(known, observed) : !observed.products.has(sku)
  })
  if (isUntouched) return { happened: false, ids: {} }
  const found = write.after.map(({ sku }) => observed.products.get(sku) ?? null)
  throw new Error(
    `A ${write.kind} happened by half: ${JSON.stringify(write)}\nbut found ${JSON.stringify(found)}`,
  )
}

/** Throws unless the data is exactly that of the log: nothing lost, nothing unknown. */
export function assertAsExpected({ products, attributeKeys }: Expectation, observed: ObservedCatalog): void {
  for (const product of products.values()) {
    if (isAs(product, observed)) continue
    const found = JSON.stringify(observed.products.get(product.sku))
    throw new Error(`Acknowledged ${JSON.stringify(product)}\nbut found ${found}`)
  }
  for (const sku of observed.products.keys()) {
    if (!products.has(sku)) throw new Error(`Nobody wrote the product ${sku}.`)
  }
  for (const key of attributeKeys) {
    if (!observed.attributeKeys.has(key)) throw new Error(`The acknowledged attribute ${key} is gone.`)
  }
}

export function isAs(
  { sku, id, parentId, attributes }: KnownProduct,
  { products }: ObservedCatalog,
): boolean {
  const found = products.get(sku)
  if (!found) return false
  return (
    (id === undefined || id === found.id) &&
    parentId === found.parent_id &&
    found.label === sku &&
    isDeepStrictEqual(withIds(found.attributes), attributes)
  )
}

export function withIds(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(attributes).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(idOf) : idOf(value),
  ])
  return Object.fromEntries(members) as Record<string, unknown>
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as ReferenceStub).id : value
}
