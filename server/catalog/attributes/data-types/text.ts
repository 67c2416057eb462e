/** Data types whose values are any text of a certain form, kept as it was written. */
import { foldText } from '#shared/text.ts'
import type { OwnRules, Scalar } from './scalar-rules.ts'

const toComparable = (value: Scalar) => foldText(String(value))

/** Any text, exactly as written; numbers and booleans are accepted as text (decisions, reading 7). */
export const textRules: OwnRules = {
  parse: (input) => ({ value: String(input) }),
  toComparable,
}

/** Text that parses as JSON, kept as written. */
export const jsonRules: OwnRules = {
  parse(input) {
    try {
      JSON.parse(String(input))
      return { value: String(input) }
    } catch {
      return { issue: 'expected_json' }
    }
  },
  toComparable,
}

const storedFile = /^files\/[0-9a-f]{64}\.[a-z0-9]{1,8}$/

// A parser alone would take "https:a.example" and "http:///a.example" for URLs with a host.
const withHost = /^https?:\/\/[^\s/\\?#]\S*$/i

/** Tells whether the text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  const trimmed = text.trim()
  return withHost.test(trimmed) && URL.canParse(trimmed)
}

export const urlRules: OwnRules = {
  parse: (input) => (isWebUrl(String(input)) ? { value: String(input) } : { issue: 'expected_url' }),
  toComparable,
}

/** Images and videos: a URL, or a file kept in the workspace (decisions, Files). */
export const mediaRules: OwnRules = {
  parse(input) {
    const text = String(input)
    return storedFile.test(text) || isWebUrl(text) ? { value: text } : { issue: 'expected_url' }
  },
  toComparable,
}
