import { foldText } from '#shared/text.ts'
import type { Scalar, ScalarRules } from './scalar-rules.ts'

const storedFile = /^files\/[0-9a-f]{64}\.[a-z0-9]{1,8}$/

/** Tells whether the text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  if (/\s/.test(text.trim())) return false
  const url = URL.parse(text.trim())
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
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
