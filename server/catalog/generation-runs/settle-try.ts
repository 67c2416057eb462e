import type { WritableDb } from '../../store/database/database.ts'
import { giveUpSpend, reserveSpend, settleSpend, type Settlement } from '../../store/tables/spend.ts'

export interface SettleTry {
  /** The call that was reserved for it. */
  readonly reservation: number
  readonly provider: string
  readonly model: string
  /** What its calls came to; none where they were cut off. */
  readonly calls: readonly Omit<Settlement, 'id'>[]
}

/** Notes what the calls of a try came to. One that was cut off counts as what was reserved for it, and a second one adds itself. */
export function settleTry(tx: WritableDb, { reservation, calls, ...named }: SettleTry): null {
  const [first, ...others] = calls
  if (!first) giveUpSpend(tx, reservation)
  else settleSpend(tx, [{ id: reservation, ...first }])
  const ids = reserveSpend(
    tx,
    others.map(({ cost }) => ({ job: null, ...named, reserved: cost ?? 0 })),
  )
  settleSpend(
    tx,
    others.map((call, index) => ({ id: ids[index] ?? 0, ...call })),
  )
  return null
}
