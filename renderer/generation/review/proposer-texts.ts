import type { ProposalOrigin } from '#shared/proposals.ts'

/** Who has proposed a value. */
export const proposerTexts: Readonly<Record<ProposalOrigin, string>> = {
  generation: 'A run',
  agent: 'An agent',
  script: 'A script',
  person: 'A person',
}
