import { textRules } from './text.ts'
import type { ScalarRules } from './scalar-rules.ts'

/** Text that parses as JSON, kept as written. */
export const jsonRules: ScalarRules = {
  parse(input) {
    try {
      JSON.parse(String(input))
      return { value: String(input) }
    } catch {
      return { issue: 'expected_json' }
    }
  },
  toNorm: textRules.toNorm,
}
