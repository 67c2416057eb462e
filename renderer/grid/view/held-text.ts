import { countOf } from '../../ui/format-count.ts'

/**
 * What putting the rows in order does to those that were added here: to `out` of them, which take their places, and to those that
 * do not match, which go out of sight. Undefined where there are none.
 */
export function heldText(out: number, unmatched: number): string | undefined {
  const isOut = `${countOf(out, 'new row is', 'new rows are')} out of order`
  const isUnmatched = countOf(unmatched, 'new row does not match', 'new rows do not match')
  const hide = `hide ${unmatched === 1 ? 'it' : 'them'}`
  if (out <= 0) return unmatched === 0 ? undefined : `${isUnmatched}: ${hide}`
  if (unmatched === 0) return `${isOut}: put in order`
  return `${isOut}, ${unmatched === 1 ? '1 does' : `${unmatched} do`} not match: put in order and hide`
}
