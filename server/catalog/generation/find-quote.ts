import { foldCase } from '#shared/text.ts'
import { foldQuoted } from './verify-evidence.ts'

/** Where a quote stands in a text, by the same comparison that verifies it; undefined where it does not. */
export function findQuote(text: string, quote: string): { start: number; end: number } | undefined {
  const wanted = foldQuoted(quote)
  const at = wanted === '' ? -1 : foldQuoted(text).indexOf(wanted)
  if (at < 0) return undefined
  return { start: originOf(text, at), end: originOf(text, at + wanted.length) }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Folding makes letters longer and shorter, so places are found by folding one word after the other, and one letter in the last word.
function originOf(text: string, folded: number): number {
  let length = 0
  for (const { 0: word, index } of text.trimEnd().matchAll(/\s+|\S+/g)) {
    const isBlank = word.trim() === ''
    const own = isBlank ? (index === 0 ? 0 : 1) : foldCase(word).length
    if (length + own > folded) return isBlank ? index : index + withinWord(word, folded - length)
    length += own
  }
  return text.trimEnd().length
}

function withinWord(word: string, folded: number): number {
  let length = 0
  for (const { segment, index } of graphemes.segment(word)) {
    if (length >= folded) return index
    length += foldCase(segment).length
  }
  return word.length
}
