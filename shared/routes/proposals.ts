import { Type } from 'typebox'
import { entityTypes, pluralOf, type EntityType } from '../entities.ts'
import { maxDecisions, maxProposals, proposalStatuses } from '../proposals.ts'
import { EntityTypeSchema, Uuid, EntityResource } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import {
  DecidedAnswer,
  NewProposal,
  NewProposals,
  Proposal,
  ProposalDecision,
  ProposalDecisions,
  ProposedAnswer,
  Provenance,
} from '../schemas/proposals.ts'
import { dataOf, listOf, pageOf, type RouteTable, type AnswerDocs } from './route.ts'
import {
  capitalize,
  rowForEachType,
  toTag,
  listQuery,
  optional,
  paging,
  pagingPlaces,
  required,
} from './parameters.ts'
import { exampleId, exampleJobId, examplePagination, startedJob, exampleEntity } from './examples.ts'

const exampleProposalId = '01989f6e-9e31-7c22-9d4e-6f70819200a1'
const exampleEditId = '01989f6e-9e31-7c22-9d4e-6f708192a3b4'

const exampleEvidence = [{ source: 'attribute:description', quote: 'solid oak', verified: true }]

const exampleProposal = {
  id: exampleProposalId,
  entity: { id: exampleId, type: 'product', label: 'Oak chair' },
  attribute: 'material',
  value: 'Oak',
  alternatives: [],
  current: null,
  evidence: exampleEvidence,
  note: null,
  status: 'open',
  stale: false,
  origin: 'script',
  proposed_by: { type: 'api_key', id: '01989f6e-9e31-7c22-9d4e-6f70819200d4', name: 'ERP sync' },
  provider: null,
  model: null,
  job_id: null,
  cost: null,
  created_at: '2026-01-05T10:00:00.000Z',
  decided_at: null,
  decided_by: null,
}

/**
 * The answer to a write of a person who may only propose: the unchanged entity, and the ids of the
 * proposals.
 */
export const ProposedUpdate = Type.Object({
  data: EntityResource,
  proposals: Type.Array(Uuid),
  message: Type.String(),
})

export function proposedAnswer(type: EntityType): AnswerDocs {
  const message = 'The values wait for review: they are written once an editor accepts them.'
  return [
    `Sent by a person of a team who may only propose: the ${type} as it stays until an editor accepts the values.`,
    { data: exampleEntity(type), proposals: [exampleId], message },
  ]
}

export const proposalRoutes = {
  'GET /proposals': {
    id: 'listProposals',
    tag: 'Proposals',
    summary: 'List proposals of one type',
    typeScope: 'read',
    query: {
      ...paging,
      type: required(EntityTypeSchema, 'The type of the entities that they are for.', 'product'),
      status: optional(
        Type.Enum([...proposalStatuses]),
        'Only those in this status; `open` if left out.',
        'open',
      ),
      attribute: optional(Type.String(), 'Only those for this attribute.', 'material'),
      job_id: optional(Type.String(), 'Only those that this run made.', exampleJobId),
      entity_id: optional(Type.String(), 'Only those for this entity.', exampleId),
      verified: optional(Type.Boolean(), 'Only those with, or without, a quote that was found.', true),
      filter: optional(
        Type.String(),
        'Only those for entities that this filter finds: clauses as in a list, or in one text its query string, or JSON as in `POST /bulk-edits`.',
        'filter[status]=Published',
      ),
      filter_join: listQuery.filter_join,
    },
    answers: { 200: pageOf(Proposal) },
    issues: {
      ...pagingPlaces,
      type: ['required', 'invalid_value'],
      status: ['invalid_value'],
      attribute: ['not_a_defined_attribute'],
      job_id: ['expected_uuid'],
      entity_id: ['expected_uuid'],
      verified: ['expected_boolean'],
      filter_join: ['invalid_value'],
    },
    docs: () => ({
      description: `The first made first, each with what its attribute shows now and, by \`proposed_by\`, who proposed it or has started the run (null in those from before version 0.3). Those for entities in the trash are not told. \`stale\`: what an
open one was made of has changed since.`,
      answers: { 200: ['A page of proposals.', { data: [exampleProposal], pagination: examplePagination }] },
    }),
  },
  'POST /proposals': {
    id: 'proposeValues',
    tag: 'Proposals',
    summary: 'Propose up to 1,000 values',
    typeScope: 'propose',
    body: NewProposals,
    answers: { 200: ProposedAnswer },
    issues: { type: ['invalid_value'], proposals: ['expected_values', 'too_many_values'] },
    docs: () => ({
      access:
        'Needs the write scope of the type, or `propose:` of it (such as `propose:products`), which allows this alone.',
      description: `Proposes up to ${maxProposals.toLocaleString('en')} values, for any attribute that can be written. Each is checked as a write would be and told as
\`proposed\`, \`refused\` or \`unchanged\` (the attribute shows it already); nothing is written into the entity. An entity is named by \`id\`, or by
\`merge_key\` and \`key_value\`. \`evidence\` names where a value is stated: a quote from \`attribute:<key>\` or \`source:<uuid>\` is verified where it is found there.
A newer proposal of the same proposer for the same value supersedes the open one.`,
      body: {
        properties: {
          type: EntityTypeSchema,
          proposals: Type.Array(NewProposal, { minItems: 1, maxItems: maxProposals }),
        },
        examples: {
          byKey: {
            type: 'product',
            proposals: [
              {
                merge_key: 'sku',
                key_value: 'CH-100',
                attribute: 'material',
                value: 'Oak',
                evidence: [{ source: 'attribute:product_name', quote: 'Oak' }],
              },
            ],
          },
        },
      },
      answers: {
        200: [
          'What became of each.',
          {
            data: [{ index: 0, id: exampleProposalId, status: 'proposed' }],
            summary: { total: 1, proposed: 1, refused: 0, unchanged: 0 },
          },
        ],
      },
    }),
  },
  'POST /proposals/decide': {
    id: 'decideProposals',
    tag: 'Proposals',
    summary: 'Accept or reject proposals',
    typeScope: 'write',
    body: ProposalDecisions,
    mayWait: true,
    answers: { 200: DecidedAnswer, 202: dataOf(Job) },
    issues: {
      type: ['invalid_value'],
      decisions: ['expected_values', 'too_many_values'],
      action: ['required', 'invalid_value'],
      'where.attribute': ['not_a_defined_attribute'],
      'where.job_id': ['expected_uuid'],
    },
    docs: () => ({
      description: `Accepting writes the value while the attribute still shows what it was proposed on, else it is \`changed_meanwhile\` and stays open;
\`value\` is written in the place of the proposed one, and \`if\` is what the attribute shows now, for
those who have seen it. Accepting one supersedes the others for the same value. What is accepted shares an
\`edit_id\`; \`POST /edits/{edit_id}/undo\` takes it back and opens the proposals again. Either \`decisions\` name proposals, or \`action\` and
\`where\` (with \`filter\` and \`filter_join\` as in \`POST /generations\`) decide all open ones that match; more than ${maxDecisions.toLocaleString('en')} of them are decided by a job.`,
      body: {
        properties: {
          type: EntityTypeSchema,
          decisions: Type.Array(ProposalDecision, { minItems: 1, maxItems: maxDecisions }),
          action: Type.Enum(['accept', 'reject']),
        },
        examples: {
          one: { type: 'product', decisions: [{ id: exampleProposalId, action: 'accept' }] },
          all: { type: 'product', action: 'accept', where: { attribute: 'material', verified: true } },
        },
      },
      answers: {
        200: [
          'What became of each.',
          {
            data: [{ index: 0, id: exampleProposalId, status: 'accepted' }],
            edit_id: exampleEditId,
            summary: { total: 1, accepted: 1, rejected: 0, changed_meanwhile: 0, refused: 0 },
          },
        ],
        202: [
          'The job that decides what `where` matches.',
          {
            data: startedJob('decide_proposals', {
              type: 'product',
              action: 'accept',
              edit_id: exampleEditId,
            }),
          },
          { location: true },
        ],
      },
    }),
  },
  ...rowForEachType(entityTypes, 'GET /{plural}/{id}/provenance', (type) => ({
    id: `get${capitalize(type)}Provenance`,
    tag: toTag(type),
    summary: `Read where generated values of a ${type} come from`,
    scopes: [`read:${pluralOf[type]}`],
    params: { id: required(Uuid, `The id of the ${type}.`, exampleId) },
    answers: { 200: listOf(Provenance) },
    docs: () => ({
      description: `One entry for each attribute that was ever generated: \`generated\` while it holds what was generated, \`edited\` where somebody has
written another value since, \`stale\` where the prompt, the options or what it was made of is another by now.`,
      answers: {
        200: [
          'The generated attributes.',
          {
            data: [
              {
                attribute: 'material',
                state: 'generated',
                proposal_id: exampleProposalId,
                model: 'llama3.2',
                created_at: '2026-01-05T10:00:00.000Z',
                evidence: exampleEvidence,
              },
            ],
          },
        ],
      },
    }),
  })),
} satisfies RouteTable
