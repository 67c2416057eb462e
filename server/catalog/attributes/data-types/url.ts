import { foldText } from '#shared/text.ts'
import type { Scalar, ScalarRules } from './scalar-rules.ts'

const storedFile = /^files\/[0-9a-f]{64}\.[a-z0-9]{1,8}$/

// A parser alone would take "https:a.example" and "http:///a.example" for URLs with a host.
const withHost = /^https?:\/\/[^\s/\\?#]\S*$/i

/** Tells whether the text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  const trimmed = text.trim()
  return withHost.test(trimmed) && URL.canParse(trimmed)
}

const toNorm = (value: Scalar) => foldText(String(value))

export const urlRules: ScalarRules = {
  parse: (input) => (isWebUrl(String(input)) ? { value: String(input) } : { issue: 'expected_url' }),
  toNorm,
}

/** Images and videos: a URL, or a file kept in the workspace (decisions, Files). */
export const mediaRules: ScalarRules = {
  parse(input) {
    const text = String(input)
    return storedFile.test(text) || isWebUrl(text) ? { value: text } : { issue: 'expected_url' }
  },
  toNorm,
}
