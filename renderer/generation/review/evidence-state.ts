import type { Evidence } from '#shared/proposals.ts'
import { byLanguage, t } from '../../ui/text.ts'

/** What the quotes of a proposal say for it. */
export type EvidenceState = 'verified' | 'partly' | 'wrong' | 'unchecked' | 'none'

/** Whether a quote can be looked up here at all: pictures and the web cannot. */
export function isCheckable({ source }: Pick<Evidence, 'source'>): boolean {
  return source.startsWith('attribute:') || source.startsWith('source:')
}

/** One wrong quote is told, however many others are found. */
export function evidenceStateOf(evidence: readonly Evidence[]): EvidenceState {
  if (evidence.length === 0) return 'none'
  const isVerified = evidence.some(({ verified }) => verified)
  const isWrong = evidence.some((each) => !each.verified && isCheckable(each))
  if (isWrong) return isVerified ? 'partly' : 'wrong'
  return isVerified ? 'verified' : 'unchecked'
}

/** The state in words. */
export const evidenceTexts = byLanguage((): Readonly<Record<EvidenceState, string>> => ({
  verified: t('Verified'),
  partly: t('A quote is wrong'),
  wrong: t('Quote not found'),
  unchecked: t('Not checked'),
  none: t('No evidence'),
}))
