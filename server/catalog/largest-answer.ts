import type { Pagination } from '#shared/paging.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { CatalogError } from './errors.ts'

const mebibyte = 1024 * 1024
/** More than a client reads at once, and no more than the server can hold for each concurrent request. */
const largestAnswer = 32 * mebibyte

export function fewerFields(fields: ReadonlySet<string> | undefined): string {
  if (fields?.size !== 1) return 'Name the attributes that you need in `fields`.'
  return `Leave ${[...fields].join()} out of \`fields\`; an export has it whole.`
}

export interface FittingPage {
  readonly rows: readonly (string | Buffer)[]
  readonly truncated: Pick<Pagination, 'truncated_by'>
}

export interface PageRequest {
  readonly asked: number
  readonly isCounted: boolean
  readonly maxBytes?: number | undefined
  readonly remedy: string
}

/**
 * Reads a page in pieces until an answer is full. Throws out_of_range on `limit` where the client counts
 * rows, and a fault with the size where even the first row is too large.
 */
export function readFitting(
  read: (from: number, to: number) => readonly (string | Buffer)[],
  page: PageRequest,
): FittingPage {
  const { asked, maxBytes = largestAnswer } = page
  const rows: (string | Buffer)[] = []
  let [size, piece] = [0, Math.ceil((firstPiece * maxBytes) / largestAnswer)]
  while (rows.length < asked) {
    const found = read(rows.length, Math.min(asked, rows.length + piece))
    if (found.length === 0) break
    for (const row of found) {
      size += bytesOf(row)
      if (size > maxBytes) return cut(rows, row, page)
      rows.push(row)
    }
    piece = nextPiece(maxBytes - size, size / rows.length)
  }
  return { rows, truncated: {} }
}

// A page of the usual length is read in one piece.
const firstPiece = 50
const largestPiece = 200

function nextPiece(left: number, sizeOfRow: number): number {
  return Math.max(1, Math.min(largestPiece, Math.floor(left / sizeOfRow)))
}

function cut(
  rows: (string | Buffer)[],
  next: string | Buffer,
  { isCounted, remedy, maxBytes = largestAnswer }: PageRequest,
): FittingPage {
  if (rows.length === 0) throw tooLarge(next, remedy, maxBytes)
  if (!isCounted) return { rows, truncated: { truncated_by: 'size' } }
  const issue = 'out_of_range'
  throw new CatalogError(
    'validation_failed',
    `limit: These rows are larger than the ${inMebibytes(maxBytes)} that fit into one answer. Send limit=${rows.length}, or page by \`cursor\`.`,
    { fieldErrors: [{ field: 'limit', issue }] },
  )
}

export function checkSize<T extends string>(json: T, remedy: string, maxBytes?: number): T {
  if (!fits(json, maxBytes)) throw tooLarge(json, remedy, maxBytes)
  return json
}

export function fits(json: string, maxBytes = largestAnswer): boolean {
  // A character takes at most three bytes, so most answers need no count.
  return json.length * 3 <= maxBytes || bytesOf(json) <= maxBytes
}

function tooLarge(json: string | Buffer, remedy: string, maxBytes = largestAnswer): CatalogError {
  const madeBytes = bytesOf(json)
  const size = `${inMebibytes(madeBytes)}, more than the ${inMebibytes(maxBytes)} that fit into one answer`
  return new CatalogError('validation_failed', `fields: This is ${size}. ${remedy}`, {
    fieldErrors: [{ field: 'fields', ...issueSentence(`It is ${size}. ${remedy}`) }],
    madeBytes,
  })
}

function inMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(bytes % mebibyte === 0 ? 0 : 1)} MiB`
}

function bytesOf(json: string | Buffer): number {
  return typeof json === 'string' ? Buffer.byteLength(json) : json.length
}
