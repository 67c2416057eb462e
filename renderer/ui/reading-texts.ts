import type { DateOrder, DecimalMark } from '#shared/imports.ts'
import { byLanguage, t } from './text.ts'

export const readingTexts = byLanguage((): Readonly<Record<DecimalMark | DateOrder, string>> => ({
  comma: t('Decimals come after a comma, as in 1.234,56'),
  point: t('Decimals come after a point, as in 1,234.56'),
  dmy: t('The day comes first, as in 31.12.2026'),
  mdy: t('The month comes first, as in 12/31/2026'),
  ymd: t('The year comes first, as in 2026-12-31'),
}))
