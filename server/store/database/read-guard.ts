import { type Fragment, raw, sql } from './fragment.ts'

/** The SQL function that asks the guard of the read in work; `Connection` defines it. */
export const guardFunction = 'may_go_on'

/**
 * A condition that always holds. Asked of every row that a statement goes through, it ends the statement where the guard says so.
 * SQLite offers no other way in: a call into JavaScript for each row would cost more than the row, so one in 256 makes it.
 */
export function guardRow(entity: Fragment): Fragment {
  return sql`(${entity} & ${raw('255')} OR ${raw(guardFunction)}())`
}
