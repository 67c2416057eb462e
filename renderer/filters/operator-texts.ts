import type { Operator } from '#shared/filters.ts'
import { byLanguage, t } from '../ui/text.ts'

interface OperatorTexts {
  readonly label: string
  /** Where the values are dates or times, if it is another one there. */
  readonly dateLabel?: string
}

/** How the filter builder calls the operators. */
export const operatorTexts = byLanguage((): Readonly<Record<Operator, OperatorTexts>> => ({
  eq: { label: t('is') },
  ne: { label: t('is not') },
  contains: { label: t('contains') },
  not_contains: { label: t('does not contain') },
  starts_with: { label: t('starts with') },
  ends_with: { label: t('ends with') },
  gt: { label: t('is greater than'), dateLabel: t('is after') },
  gte: { label: t('is at least'), dateLabel: t('is on or after') },
  lt: { label: t('is less than'), dateLabel: t('is before') },
  lte: { label: t('is at most'), dateLabel: t('is on or before') },
  exists: { label: t('has a value') },
  in: { label: t('is any of') },
}))
