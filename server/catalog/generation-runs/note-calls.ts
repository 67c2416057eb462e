import type { WritableDb } from '../../store/database/database.ts'
import { reserveSpend, settleSpend, type Settlement } from '../../store/tables/spend.ts'

/** Calls of a model that are part of no run, as probes are, with what they came to. */
export interface NotedCalls {
  readonly provider: string
  readonly model: string
  readonly calls: readonly Omit<Settlement, 'id'>[]
}

/** Notes what calls came to that nothing was reserved for. */
export function noteCalls(tx: WritableDb, { calls, ...named }: NotedCalls): null {
  const ids = reserveSpend(
    tx,
    calls.map(({ cost }) => ({ job: null, ...named, reserved: cost ?? 0 })),
  )
  settleSpend(
    tx,
    calls.map((call, index) => ({ id: ids[index] ?? 0, ...call })),
  )
  return null
}
