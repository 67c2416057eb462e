import type { ImportPreview, LeftOutReason } from '#shared/imports.ts'
import { countOf } from '../ui/format-count.ts'

const nouns: Readonly<Record<LeftOutReason, readonly [one: string, many: string]>> = {
  title: ['title above the header', 'titles above the header'],
  units: ['row of units', 'rows of units'],
  header: ['repeated header', 'repeated headers'],
  page: ['page number', 'page numbers'],
  total: ['total', 'totals'],
  note: ['note', 'notes'],
  store_view: ['row of another store view', 'rows of other store views'],
  deleted: ['product to be deleted', 'products to be deleted'],
  rule: ['rule of the shop', 'rules of the shop'],
}

/** `Left out as no data: 2 titles above the header, 1 total.`; empty where every row is data. */
export function describeLeftOut({ left_out_rows: rows = [] }: ImportPreview): string {
  const parts = rows.map(({ reason, count }) => countOf(count, ...nouns[reason]))
  return parts.length === 0 ? '' : `Left out as no data: ${parts.join(', ')}.`
}
