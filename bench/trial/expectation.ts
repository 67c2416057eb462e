/**
 * The state that every acknowledged write left behind, and the write that each connection had under way
 * when the server was killed; the client cannot know whether that one happened.
 */

export interface KnownProduct {
  readonly sku: string
  /** Unknown until the answer to its creation has come. */
  readonly id: string | undefined
  readonly parentId: string | null
  /** As read, references as ids. */
  readonly attributes: Readonly<Record<string, unknown>>
  /** How many writes have changed it since its creation; the log has as many events. */
  readonly updates: number
}

/** One write: the products as they are once it has happened. All of them change together or none does. */
export interface PlannedWrite {
  readonly kind: 'create' | 'patch' | 'upsert' | 'batch' | 'attribute'
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: unknown
  readonly after: readonly KnownProduct[]
  readonly attributeKey?: string
}

/**
 * A line of the client's log, on disk before the client continues. `ids` are those of the products
 * written, by SKU.
 */
export type LogLine =
  | { readonly kind: 'sent'; readonly connection: number; readonly write: PlannedWrite }
  | { readonly kind: 'acknowledged'; readonly connection: number; readonly ids: Ids }
  /** The outcome, found in the data after a restart, of a write that was never answered. */
  | { readonly kind: 'found'; readonly connection: number; readonly happened: boolean; readonly ids: Ids }

export type Ids = Readonly<Record<string, string>>

export interface Expectation {
  readonly products: ReadonlyMap<string, KnownProduct>
  readonly attributeKeys: ReadonlySet<string>
  readonly unanswered: ReadonlyMap<number, PlannedWrite>
}

export function expectationFrom(lines: Iterable<LogLine>): Expectation {
  const products = new Map<string, KnownProduct>()
  const attributeKeys = new Set<string>()
  const unanswered = new Map<number, PlannedWrite>()
  for (const line of lines) {
    if (line.kind === 'sent') {
      unanswered.set(line.connection, line.write)
      continue
    }
    const write = unanswered.get(line.connection)
    if (!write) throw new Error(`The log tells of an answer on connection ${line.connection} to nothing.`)
    unanswered.delete(line.connection)
    if (line.kind === 'found' && !line.happened) continue
    if (write.attributeKey) attributeKeys.add(write.attributeKey)
    for (const product of write.after) {
      products.set(product.sku, { ...product, id: line.ids[product.sku] ?? product.id })
    }
  }
  return { products, attributeKeys, unanswered }
}
