import { parseUuid } from '#shared/entities.ts'
import type { Faults } from '../errors.ts'

const maxIds = 200

/** The ids of the rows that a question of the grid is about, 200 at most; what is wrong with them is noted. */
export function checkRowIds(ids: readonly string[], faults: Faults): string[] {
  if (ids.length > maxIds) faults.addExpected('ids', 'too_many_values', { max_items: maxIds })
  if (ids.some((id) => !parseUuid(id))) faults.add('ids', 'expected_uuid')
  return ids.flatMap((id) => parseUuid(id) ?? [])
}
