import { parseDate } from '#shared/iso-times.ts'
import type { OwnRules } from './scalar-rules.ts'

export const dateRules: OwnRules = {
  parse(input) {
    const value = parseDate(input)
    return value ? { value } : { issue: 'expected_date' }
  },
  toComparable: String,
}
