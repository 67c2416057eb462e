import type { ImportPreview, LeftOutReason } from '#shared/imports.ts'
import { t } from '../ui/text.ts'

const counted: Readonly<Record<LeftOutReason, (count: number) => string>> = {
  title: (count) =>
    t('{count, plural, one {# title above the header} other {# titles above the header}}', { count }),
  units: (count) => t('{count, plural, one {# row of units} other {# rows of units}}', { count }),
  header: (count) => t('{count, plural, one {# repeated header} other {# repeated headers}}', { count }),
  page: (count) => t('{count, plural, one {# page number} other {# page numbers}}', { count }),
  total: (count) => t('{count, plural, one {# total} other {# totals}}', { count }),
  note: (count) => t('{count, plural, one {# note} other {# notes}}', { count }),
  store_view: (count) =>
    t('{count, plural, one {# row of another store view} other {# rows of other store views}}', { count }),
  deleted: (count) =>
    t('{count, plural, one {# product to be deleted} other {# products to be deleted}}', { count }),
  rule: (count) => t('{count, plural, one {# rule of the shop} other {# rules of the shop}}', { count }),
}

/** `Left out as no data: 2 titles above the header, 1 total.`; empty where every row is data. */
export function describeLeftOut({ left_out_rows: rows = [] }: ImportPreview): string {
  const parts = rows.map(({ reason, count }) => counted[reason](count))
  return parts.length === 0 ? '' : t('Left out because it is not data: {parts}.', { parts: parts.join(', ') })
}
