import { assertAsExpected, isAs, type ObservedCatalog } from './compare-data.ts'
import {
  type Expectation,
  expectationFrom,
  type Ids,
  type LogLine,
  type PlannedWrite,
} from './expectation.ts'
import type { TimedLog } from './timed-log.ts'

/** How far back the loss went, in ms. */
export interface Survival {
  readonly lost: number
  /**
   * The age of the oldest acknowledged write that is missing, in ms, at the kill; 0 where none is missing.
   */
  readonly oldestLostMs: number
  /** From when the oldest missing write was acknowledged to the last acknowledgement: the work that is gone. */
  readonly lostSpanMs: number
}

interface Write {
  readonly write: PlannedWrite
  readonly acknowledgedAt: number | undefined
  readonly ids: Ids
}

/**
 * Compares a restored folder with the acknowledged writes: each connection's writes up to one are there
 * and none after it, and all acknowledged before the promised time. Throws on the first difference.
 * Returns the new expectation and its log.
 */
export function assertSurvived(
  log: TimedLog,
  observed: ObservedCatalog,
  killedAt: number,
  promisedMs: number,
): { expectation: Expectation; survival: Survival; survivingLines: LogLine[] } {
  const survivingLines = [...log.before]
  const lost: number[] = []
  const endedAt = Math.max(
    killedAt,
    ...log.lines.map(({ at, line }) => (line.kind === 'acknowledged' ? at : 0)),
  )
  for (const [connection, writes] of writesByConnection(log)) {
    const owed = writes.filter(
      ({ acknowledgedAt: at }) => at !== undefined && at < killedAt - promisedMs,
    ).length
    const count = countThere(expectationFrom(log.before), writes, observed, owed)
    if (count === undefined) throw new Error(describeLoss(connection, writes, owed))
    for (const { write, ids } of writes.slice(0, count))
      survivingLines.push(...linesOf(connection, write, idsThere(write, ids, observed)))
    for (const { acknowledgedAt: at } of writes.slice(count)) if (at !== undefined) lost.push(at)
  }
  const expectation = expectationFrom(survivingLines)
  assertAsExpected(expectation, observed)
  const oldest = Math.min(endedAt, ...lost)
  const survival = {
    lost: lost.length,
    oldestLostMs: lost.length === 0 ? 0 : Math.max(0, killedAt - oldest),
    lostSpanMs: endedAt - oldest,
  }
  return { expectation, survival, survivingLines }
}

function writesByConnection({ lines }: TimedLog): Map<number, Write[]> {
  const writes = new Map<number, Write[]>()
  for (const { at, line } of lines) {
    const own = writes.get(line.connection) ?? []
    writes.set(line.connection, own)
    if (line.kind === 'sent') own.push({ write: line.write, acknowledgedAt: undefined, ids: {} })
    else own.push({ ...(own.pop() as Write), acknowledgedAt: at, ids: line.ids })
  }
  return writes
}

function countThere(
  { products }: Expectation,
  writes: readonly Write[],
  observed: ObservedCatalog,
  owed: number,
): number | undefined {
  const touched = new Set(writes.flatMap(({ write }) => write.after.map(({ sku }) => sku)))
  for (let count = writes.length; count >= owed; count--) {
    const after = new Map(products)
    for (const { write } of writes.slice(0, count))
      for (const product of write.after) after.set(product.sku, product)
    const isState = [...touched].every((sku) => {
      const known = after.get(sku)
      // The id of a write that was never answered is not known.
      return known ? isAs({ ...known, id: undefined }, observed) : !observed.products.has(sku)
    })
    const keys = writes.slice(0, count).flatMap(({ write }) => write.attributeKey ?? [])
    if (isState && keys.every((key) => observed.attributeKeys.has(key))) return count
  }
  return undefined
}

function linesOf(connection: number, write: PlannedWrite, ids: Ids): LogLine[] {
  return [
    { kind: 'sent', connection, write },
    { kind: 'acknowledged', connection, ids },
  ]
}

function idsThere({ after }: PlannedWrite, ids: Ids, { products }: ObservedCatalog): Ids {
  return Object.fromEntries(after.map(({ sku }) => [sku, ids[sku] ?? products.get(sku)?.id ?? '']))
}

function describeLoss(connection: number, writes: readonly Write[], owed: number): string {
  const last = writes[owed - 1]
  return `Connection ${connection} has ${writes.length} writes, ${owed} of which had to be there, up to ${JSON.stringify(last?.write)}. What is there is no state of them.`
}
