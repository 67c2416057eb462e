import { Type, type Static } from 'typebox'
import { Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'

const Count = Type.Integer()

export const ReviewSummary = Type.Object({
  open: Type.Record(Type.String(), Count),
  attributes: Type.Array(Type.Object({ key: Type.String(), open: Count })),
  jobs: Type.Array(Type.Object({ id: Uuid, open: Count })),
  verified: Count,
  has_proposals: Type.Boolean({ description: 'Whether anything was ever proposed, whatever became of it.' }),
  mark: Type.String({
    description:
      'Another one once proposals were made, decided or opened again, and with every change of the catalog.',
  }),
})
export type ReviewSummary = Static<typeof ReviewSummary>

export const Passage = Type.Object({
  name: nullable(
    Type.String({ description: 'Of the attribute or source; null where there is no such place here.' }),
  ),
  before: Type.String(),
  match: nullable(
    Type.String({ description: 'The quote as it is written there; null where it is not found.' }),
  ),
  after: Type.String(),
  is_cut_before: Type.Boolean(),
  is_cut_after: Type.Boolean(),
})
export type Passage = Static<typeof Passage>

export const ProposalPassages = Type.Object({ id: Uuid, passages: Type.Array(Passage) })
export type ProposalPassages = Static<typeof ProposalPassages>

export const ReopenProposals = Type.Object(
  { type: Type.String(), ids: Type.Array(Type.String()) },
  { additionalProperties: false },
)
export type ReopenProposals = Static<typeof ReopenProposals>

export const ReopenedProposal = Type.Object({
  id: Type.String(),
  status: Type.Enum(['open', 'changed_meanwhile', 'refused']),
  message: Type.Optional(Type.String()),
  ...messageReference,
})
export type ReopenedProposal = Static<typeof ReopenedProposal>
