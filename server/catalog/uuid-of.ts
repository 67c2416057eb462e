import { createHash } from 'node:crypto'

/** The UUID of a text: the same text has the same one, so that what it names keeps its id. */
export function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`]
  return [...parts, hash.slice(20, 32)].join('-')
}
