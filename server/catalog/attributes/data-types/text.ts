import { foldText } from '#shared/text.ts'
import type { ScalarRules } from './scalar-rules.ts'

/** Any text, exactly as written; numbers and booleans are accepted as text (decisions, reading 7). */
export const textRules: ScalarRules = {
  parse: (input) => ({ value: String(input) }),
  toNorm: (value) => foldText(String(value)),
}
