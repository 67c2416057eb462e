import type { ProposalOrigin } from '#shared/proposals.ts'
import { byLanguage, t } from '../../ui/text.ts'

/** Who has proposed a value. */
export const proposerTexts = byLanguage((): Readonly<Record<ProposalOrigin, string>> => ({
  generation: t('A run'),
  agent: t('An agent'),
  script: t('A script'),
  person: t('A person'),
}))
