import { createHash } from 'node:crypto'

const maxKept = 1_000

/** A text as it is, or of a longer one its beginning and what tells it from every other: lists of any length are compared as that. */
export function boundedText(text: string | null): string | null {
  if (text === null || text.length <= maxKept) return text
  return text.slice(0, maxKept) + createHash('sha256').update(text).digest('base64url')
}
