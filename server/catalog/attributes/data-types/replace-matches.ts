import { loadPattern, maxBytesOf } from './pattern.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** A text with other texts in the place of what a pattern matches; undefined where that takes too long or becomes too long. */
export type ReplaceMatches = (text: string) => string | undefined

// Each match is looked for on its own, and each look may go through the whole text.
const maxMs = 1_000

/**
 * Compiles the replacing of what a pattern matches; a sentence why the pattern cannot be run, or undefined where it is no regular
 * expression. In the replacement `$1` stands for what the first group matched, `$&` for the whole match and `$$` for the sign itself.
 */
export function compileReplacing(
  pattern: string,
  replacement: string,
  maxLength: number,
): ReplaceMatches | { readonly fault: Sentence } | undefined {
  const engine = loadPattern(pattern, true)
  if (!engine || 'fault' in engine) return engine
  const maxBytes = maxBytesOf(engine)
  return (text) => {
    if (text.length * 3 > maxBytes) return undefined
    const ends = performance.now() + maxMs
    const matcher = engine.matcher(text)
    let replaced = ''
    let at = 0
    while (matcher.find()) {
      replaced += text.slice(at, matcher.start()) + fillIn(replacement, matcher)
      at = matcher.end()
      if (replaced.length > maxLength || performance.now() > ends) return undefined
    }
    return replaced + text.slice(at)
  }
}

interface Match {
  readonly group: (place: number) => string | null
  readonly groupCount: () => number
}

function fillIn(replacement: string, match: Match): string {
  return replacement.replaceAll(/\$[$&\d]/g, (sign) => {
    if (sign === '$$') return '$'
    const place = sign === '$&' ? 0 : Number(sign.slice(1))
    return place <= match.groupCount() ? (match.group(place) ?? '') : sign
  })
}
