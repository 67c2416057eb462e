import type { DuplicateGroup, DuplicateStatus, DuplicateWay } from '#shared/duplicates.ts'
import { byLanguage, t } from '../ui/text.ts'

/** What people call the ways of a search. */
export const wayTexts = byLanguage((): Readonly<Record<DuplicateWay, string>> => ({
  gtin: t('Same GTIN'),
  brand_mpn: t('Same brand and maker’s number'),
  sku_like: t('Nearly the same SKU'),
  title: t('Nearly the same title'),
  picture: t('Same picture'),
}))

export const statusTexts = byLanguage((): Readonly<Record<DuplicateStatus, string>> => ({
  open: t('Open¦duplicates'),
  merged: t('Merged'),
  dismissed: t('Not duplicates'),
}))

/** Why entities may be one, in a sentence. */
export function describeReason({ by, detail }: DuplicateGroup['reasons'][number]): string {
  const told = by === 'picture' ? (detail === 'same file' ? t('the same file') : t('looks the same')) : detail
  return t('{way}: {detail}', { way: wayTexts()[by], detail: told })
}

/** How sure it is, in words. */
export function formatScore(score: number): string {
  if (score >= 90) return t('very likely')
  return score >= 75 ? t('likely') : t('possible')
}
