import { type Fragment, raw, sql } from './fragment.ts'

/** The SQL function that asks the guard of the read in work; `Connection` defines it. */
export const guardFunction = 'may_go_on'

/**
 * A condition that always holds. Asked of every row that a statement goes through, it ends the statement where the guard says so.
 * SQLite offers no other way in: a call into JavaScript for each row would cost more than the row, so one in 256 makes it.
 */
export function guardRow(entity: Fragment): Fragment {
  return guardOneIn(256, entity)
}

/** As guardRow, by the number of a row whose values are computed, each of which may take milliseconds. */
export function guardComputedRow(row: Fragment): Fragment {
  return guardOneIn(8, row)
}

function guardOneIn(rows: 8 | 256, number: Fragment): Fragment {
  return sql`(${number} & ${raw(String(rows - 1))} OR ${raw(guardFunction)}())`
}
