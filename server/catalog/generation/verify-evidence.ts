import { foldText } from '#shared/text.ts'
import type { GenerationContext } from './generation-context.ts'
import type { Evidence } from './read-output.ts'

export interface VerifiedEvidence extends Evidence {
  readonly verified: boolean
}

/**
 * Says of each piece of evidence whether its quote stands in what was sent under the name that it gives, folded as text
 * compares. What cannot be looked up here (pictures, the web) is never verified.
 */
export function verifyEvidence(
  evidence: readonly Evidence[],
  sent: Pick<GenerationContext, 'values' | 'passages'>,
): VerifiedEvidence[] {
  const texts = textsBySource(sent)
  const folded = new Map<string, readonly string[]>()
  return evidence.map(({ source, quote }) => {
    if (!folded.has(source)) folded.set(source, (texts.get(source) ?? []).map(foldQuoted))
    const wanted = foldQuoted(quote)
    const verified = wanted !== '' && (folded.get(source) ?? []).some((text) => text.includes(wanted))
    return { source, quote, verified }
  })
}

function textsBySource({ values, passages }: Pick<GenerationContext, 'values' | 'passages'>) {
  const texts = new Map<string, string[]>()
  const add = (source: string, text: string) => texts.set(source, [...(texts.get(source) ?? []), text])
  for (const { key, text } of values) if (text !== null) add(`attribute:${key}`, text)
  for (const { source, text } of passages) add(`source:${source}`, text)
  return texts
}

/** The form in which quotes are compared. Where a line ends is the layout of a page and not its words. */
export function foldQuoted(text: string): string {
  return foldText(text.replaceAll(/\s+/g, ' '))
}
