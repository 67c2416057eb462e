import type { WritableDb } from '../../store/database/database.ts'
import { giveUpSpend, settleSpend } from '../../store/tables/spend.ts'
import { noteCalls, type NotedCalls } from './note-calls.ts'

export interface SettleTry extends NotedCalls {
  /** The call that was reserved for it, the first of `calls`; there is none where it was cut off. */
  readonly reservation: number
}

/** Notes what the calls of a try came to. One that was cut off counts as what was reserved for it, and a second one adds itself. */
export function settleTry(tx: WritableDb, { reservation, calls, ...named }: SettleTry): null {
  const [first, ...others] = calls
  if (!first) giveUpSpend(tx, reservation)
  else settleSpend(tx, [{ id: reservation, ...first }])
  return noteCalls(tx, { ...named, calls: others })
}
