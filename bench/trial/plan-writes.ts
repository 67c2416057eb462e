import type { Random } from '../random.ts'
import type { KnownProduct, PlannedWrite } from './expectation.ts'

/**
 * The data for planning a connection's writes. Connections write different products, so they never wait
 * for each other's answers.
 */
export interface Planner {
  readonly random: Random
  readonly prefix: string
  readonly products: OwnProducts
  readonly vendorIds: readonly string[]
  readonly imageIds: readonly string[]
  readonly attributeKeys: string[]
  readonly nextSerial: () => number
}

export class OwnProducts {
  readonly #products: KnownProduct[] = []
  readonly #positions = new Map<string, number>()

  get size(): number {
    return this.#products.length
  }

  get(sku: string): KnownProduct | undefined {
    const position = this.#positions.get(sku)
    return position === undefined ? undefined : this.#products[position]
  }

  put(product: KnownProduct): void {
    const position = this.#positions.get(product.sku) ?? this.#products.length
    this.#positions.set(product.sku, position)
    this.#products[position] = product
  }

  pick(random: Random): KnownProduct {
    return random.pick(this.#products)
  }
}

type Plan = (planner: Planner) => PlannedWrite

export function planWrite(planner: Planner): PlannedWrite {
  const { random, products } = planner
  if (products.size < 5) return planCreate(planner)
  if (random.chance(0.01)) return planAttribute(planner)
  return random.pick<Plan>([planCreate, planPatch, planPatch, planUpsert, planBatch])(planner)
}

function planCreate(planner: Planner): PlannedWrite {
  const product = newProduct(planner)
  const { parentId } = product
  const body = { attributes: product.attributes, ...(parentId === null ? {} : { parent_id: parentId }) }
  return { kind: 'create', method: 'POST', path: '/products', body, after: [product] }
}

function planPatch(planner: Planner): PlannedWrite {
  const before = planner.products.pick(planner.random)
  const writes = changes(planner)
  const path = `/products/${before.id}`
  const after = [changed(before, writes)]
  return { kind: 'patch', method: 'PATCH', path, body: { attributes: writes }, after }
}

function planUpsert(planner: Planner): PlannedWrite {
  const { attributes, product } = upsertItem(planner, new Set())
  const body = { merge_key: 'sku', attributes }
  return { kind: 'upsert', method: 'POST', path: '/products/upsert', body, after: [product] }
}

/** Plans a write that changes nothing when it is sent again. */
export function planMarker({ prefix, nextSerial }: Planner): PlannedWrite {
  const serial = nextSerial()
  const attributes = { sku: `${prefix}${serial}`, price: serial / 100 }
  const product = { sku: attributes.sku, id: undefined, parentId: null, attributes, updates: 0 }
  const body = { merge_key: 'sku', attributes }
  return { kind: 'upsert', method: 'POST', path: '/products/upsert', body, after: [product] }
}

/** Sometimes with an item that must be refused and change nothing. */
function planBatch(planner: Planner): PlannedWrite {
  const taken = new Set<string>()
  const written = Array.from({ length: planner.random.between(1, 20) }, () => upsertItem(planner, taken))
  const items = written.map(({ attributes }): { attributes: Record<string, unknown> } => ({ attributes }))
  if (planner.random.chance(0.2)) {
    const sku = `${planner.prefix}refused-${planner.nextSerial()}`
    items.splice(planner.random.below(items.length + 1), 0, { attributes: { sku, price: 'abc' } })
  }
  const after = written.map(({ product }) => product)
  return {
    kind: 'batch',
    method: 'POST',
    path: '/products/batch',
    body: { merge_key: 'sku', items },
    after,
  }
}

function planAttribute({ nextSerial }: Planner): PlannedWrite {
  const key = `note_${nextSerial()}`
  const body = { entity_type: 'product', name: key, key, data_type: 'single_line_text_field' }
  return { kind: 'attribute', method: 'POST', path: '/attributes', body, after: [], attributeKey: key }
}

function upsertItem(
  planner: Planner,
  taken: Set<string>,
): { attributes: Record<string, unknown>; product: KnownProduct } {
  const { random, products } = planner
  const before = random.chance(0.6) ? products.pick(random) : undefined
  if (!before || taken.has(before.sku)) {
    const product = { ...newProduct(planner), parentId: null }
    return { attributes: { ...product.attributes }, product }
  }
  taken.add(before.sku)
  const writes = changes(planner)
  return { attributes: { sku: before.sku, ...writes }, product: changed(before, writes) }
}

function newProduct(planner: Planner): KnownProduct {
  const { random, prefix, products } = planner
  const sku = `${prefix}${planner.nextSerial()}`
  const parentId = products.size > 0 && random.chance(0.2) ? (products.pick(random).id ?? null) : null
  const { note, ...attributes } = changes(planner)
  const filled = Object.entries({ ...attributes, ...(note === null ? {} : { note }) })
  return {
    sku,
    id: undefined,
    parentId,
    attributes: Object.fromEntries([['sku', sku], ...filled.filter(([, value]) => !isEmpty(value))]),
    updates: 0,
  }
}

/** Values to write; the price is always new, so that the write does change something. */
function changes({
  random,
  nextSerial,
  vendorIds,
  imageIds,
  attributeKeys,
}: Planner): Record<string, unknown> {
  const writes: Record<string, unknown> = { price: nextSerial() / 100 }
  if (random.chance(0.5)) writes['name'] = `Name ${nextSerial()} "ß" 木`
  if (random.chance(0.3))
    writes['note'] = random.chance(0.5) ? null : 'Long text. '.repeat(random.between(1, 400)).trim()
  if (random.chance(0.3)) writes['active'] = random.chance(0.5)
  if (random.chance(0.3)) writes['vendor'] = random.pick(vendorIds)
  if (random.chance(0.3)) writes['gallery'] = imageIds.filter(() => random.chance(0.3))
  if (attributeKeys.length > 0 && random.chance(0.3))
    writes[random.pick(attributeKeys)] = `Value ${nextSerial()}`
  return writes
}

function changed(before: KnownProduct, writes: Record<string, unknown>): KnownProduct {
  const attributes = Object.entries({ ...before.attributes, ...writes })
  return {
    ...before,
    attributes: Object.fromEntries(attributes.filter(([, value]) => !isEmpty(value))),
    updates: before.updates + 1,
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
