export type {
  DecidedAnswer,
  Evidence,
  Proposal,
  ProposalDecisions,
  NewProposals,
  Provenance,
} from './schemas/proposals.ts'

export const proposalStatuses = ['open', 'accepted', 'rejected', 'superseded'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

export const proposalOrigins = ['generation', 'agent', 'script', 'person'] as const
export type ProposalOrigin = (typeof proposalOrigins)[number]

export const proposalOutcomes = ['accepted', 'rejected', 'changed_meanwhile', 'refused'] as const
export type ProposalOutcome = (typeof proposalOutcomes)[number]

export const provenanceStates = ['generated', 'edited', 'stale'] as const
export type ProvenanceState = (typeof provenanceStates)[number]

export const maxProposals = 1000

export const maxPassageProposals = 20

/** The maximum of decisions in one request; a job handles more. */
export const maxDecisions = 10_000
