import type { DateOrder, DecimalMark } from '#shared/imports.ts'

/** How numbers and dates of a file may be written, in words. */
export const readingTexts: Readonly<Record<DecimalMark | DateOrder, string>> = {
  comma: 'Decimals stand after a comma, as in 1.234,56',
  point: 'Decimals stand after a point, as in 1,234.56',
  dmy: 'The day stands first, as in 31.12.2026',
  mdy: 'The month stands first, as in 12/31/2026',
  ymd: 'The year stands first, as in 2026-12-31',
}
