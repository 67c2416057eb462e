import { Type, type Static } from 'typebox'
import { generationTools } from '../attributes.ts'
import { proposalOrigins, proposalOutcomes, proposalStatuses, provenanceStates } from '../proposals.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { ReferenceStub, Uuid } from './entities.ts'
import { FieldError, messageReference, IssueSchema } from './errors.ts'
import { Actor } from './events.ts'
import { nullable } from './paging.ts'

const Count = Type.Integer({ minimum: 0 })
const Refused = Type.Object({
  row: Count,
  id: Type.String(),
  field: Type.String(),
  issue: IssueSchema,
  ...messageReference,
})

export const DecisionsResult = Type.Object({
  edit_id: nullable(Type.String({ description: 'By which it can be undone; null where nothing changed.' })),
  matched: Count,
  accepted: Count,
  rejected: Count,
  changed_meanwhile: Count,
  refused: Count,
  errors: Type.Array(Refused, { description: 'The first hundred; `row` counts the proposals.' }),
  errors_truncated: Type.Boolean(),
})
export type DecisionsResult = DeepReadonly<Static<typeof DecisionsResult>>

const DateTime = Type.String({ format: 'date-time' })

/** A prompt as people write it: two are the same version where all of it is equal. */
export const PromptText = Type.Object({
  instructions: Type.String(),
  tools: Type.Array(Type.Enum([...generationTools])),
  source_attributes: nullable(Type.Array(Type.String())),
  vision_image_attributes: nullable(Type.Array(Type.String())),
})
export type PromptText = DeepReadonly<Static<typeof PromptText>>

/** A prompt of an attribute with how many of its proposals are open and were decided. */
export const PromptVersion = Type.Object({
  ...PromptText.properties,
  created_at: nullable(
    Type.String({ format: 'date-time', description: 'When it was first used; null for one never used.' }),
  ),
  is_current: Type.Boolean(),
  open: Count,
  accepted: Count,
  rejected: Count,
})
export type PromptVersion = DeepReadonly<Static<typeof PromptVersion>>

/** The evidence of a value. Verified means that the quote was found in the passage it names. */
export const Evidence = Type.Object({
  source: Type.String({
    description:
      '`attribute:<key>`, `source:<uuid>`, `image:<n>` or `web:<url>`: the passage that the quote is from.',
  }),
  quote: Type.String(),
  verified: Type.Boolean(),
})
export type Evidence = Static<typeof Evidence>

/** A value for one attribute of one entity, which is written once somebody accepts it. */
export const Proposal = Type.Object({
  id: Uuid,
  entity: ReferenceStub,
  attribute: Type.String(),
  value: Type.Unknown(),
  alternatives: Type.Array(Type.Unknown(), {
    description: 'Further ones of the same call; accept one by sending it as `value`.',
  }),
  current: Type.Unknown({ description: 'What the attribute shows now.' }),
  evidence: Type.Array(Evidence),
  note: nullable(Type.String()),
  status: Type.Enum([...proposalStatuses]),
  stale: Type.Boolean({ description: 'What it was made of has changed since.' }),
  origin: Type.Enum([...proposalOrigins]),
  proposed_by: nullable(Actor),
  provider: nullable(Type.String()),
  model: nullable(Type.String()),
  job_id: nullable(Uuid),
  cost: nullable(Type.Number({ description: 'In dollars; null where it is not known.' })),
  created_at: DateTime,
  decided_at: nullable(DateTime),
  decided_by: nullable(Actor),
})
export type Proposal = DeepReadonly<Static<typeof Proposal>>

/** The body of `POST /proposals`. Each proposal is checked by the catalog: a malformed one is refused alone. */
export const NewProposals = Type.Object(
  { type: Type.String(), proposals: Type.Array(Type.Unknown()) },
  { additionalProperties: false },
)
export type NewProposals = Static<typeof NewProposals>

/** One member of `proposals`, as the document shows it: the entity by its id, or by a merge key. */
export const NewProposal = Type.Object(
  {
    id: Type.Optional(Uuid),
    merge_key: Type.Optional(Type.String()),
    key_value: Type.Optional(Type.String()),
    attribute: Type.String(),
    value: Type.Unknown(),
    evidence: Type.Optional(
      Type.Array(
        Type.Object({ source: Type.String(), quote: Type.String() }, { additionalProperties: false }),
      ),
    ),
    note: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: false },
)

export const ProposedOutcome = Type.Object({
  index: Type.Integer(),
  id: nullable(Uuid),
  status: Type.Enum(['proposed', 'refused', 'unchanged']),
  message: Type.Optional(Type.String()),
  ...messageReference,
  field_errors: Type.Optional(Type.Array(FieldError)),
})

export const ProposedAnswer = Type.Object({
  data: Type.Array(ProposedOutcome),
  summary: Type.Object({
    total: Type.Integer(),
    proposed: Type.Integer(),
    refused: Type.Integer(),
    unchanged: Type.Integer(),
  }),
})

export const ProposalChoice = Type.Object(
  {
    attribute: Type.Optional(Type.String()),
    job_id: Type.Optional(Type.String()),
    verified: Type.Optional(Type.Boolean()),
    filter: Type.Optional(Type.Unknown()),
    filter_join: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type ProposalChoice = DeepReadonly<Static<typeof ProposalChoice>>

/** The body of `POST /proposals/decide`: decisions by name, or one action for all that match. */
export const ProposalDecisions = Type.Object(
  {
    type: Type.String(),
    decisions: Type.Optional(Type.Array(Type.Unknown())),
    action: Type.Optional(Type.String()),
    where: Type.Optional(ProposalChoice),
  },
  { additionalProperties: false },
)
export type ProposalDecisions = Static<typeof ProposalDecisions>

/**
 * One member of `decisions`, for the document; `value` replaces the proposed one, and `if` is the
 * attribute's seen value, in place of the one at the time of the proposal.
 */
export const ProposalDecision = Type.Object(
  {
    id: Uuid,
    action: Type.Enum(['accept', 'reject']),
    value: Type.Optional(Type.Unknown()),
    if: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

export const DecidedOutcome = Type.Object({
  index: Type.Integer(),
  id: nullable(Type.String()),
  status: Type.Enum([...proposalOutcomes]),
  current: Type.Optional(Type.Unknown()),
  message: Type.Optional(Type.String()),
  ...messageReference,
  field_errors: Type.Optional(Type.Array(FieldError)),
})

export const DecidedAnswer = Type.Object({
  data: Type.Array(DecidedOutcome),
  edit_id: nullable(Uuid),
  summary: Type.Object({
    total: Type.Integer(),
    accepted: Type.Integer(),
    rejected: Type.Integer(),
    changed_meanwhile: Type.Integer(),
    refused: Type.Integer(),
  }),
})

export type DecidedAnswer = DeepReadonly<Static<typeof DecidedAnswer>>

export const Provenance = Type.Object({
  attribute: Type.String(),
  state: Type.Enum([...provenanceStates]),
  proposal_id: Uuid,
  model: nullable(Type.String()),
  created_at: DateTime,
  evidence: Type.Array(Evidence),
})
export type Provenance = DeepReadonly<Static<typeof Provenance>>

const SummaryCount = Type.Integer()

export const ReviewSummary = Type.Object({
  open: Type.Record(Type.String(), SummaryCount),
  attributes: Type.Array(Type.Object({ key: Type.String(), open: SummaryCount })),
  jobs: Type.Array(Type.Object({ id: Uuid, open: SummaryCount })),
  verified: SummaryCount,
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
