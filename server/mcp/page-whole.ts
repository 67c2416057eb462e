import { validationFailed } from '../catalog/errors.ts'
import type { Paging } from '../edge/list-params.ts'

/** A page of a list that the API answers whole; agents read everything page by page. */
export function pageWhole<Entry>({ data }: { readonly data: readonly Entry[] }, paging: Paging) {
  const { limit, offset, cursor } = paging
  const from = cursor === undefined ? offset : decode(cursor)
  const page = data.slice(from, from + limit)
  return {
    data: page,
    pagination: {
      total: data.length,
      limit,
      offset: cursor === undefined ? offset : 0,
      has_more: from + page.length < data.length,
      next_cursor: encode(from + page.length),
    },
  }
}

const prefix = 'from:'

function encode(position: number): string {
  return Buffer.from(`${prefix}${position}`).toString('base64url')
}

function decode(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString()
  const position = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  if (/^\d{1,9}$/.test(position)) return Number(position)
  throw validationFailed([{ field: 'cursor', issue: 'invalid_value' }])
}
