import { Type } from 'typebox'
import { maxPassageProposals } from '../proposals.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { CellMarks } from '../schemas/grid.ts'
import { ProposalPassages, ReopenedProposal, ReopenProposals, ReviewSummary } from '../schemas/proposals.ts'
import { dataOf, listOf, type AppRouteTable } from './route.ts'
import { exampleId, exampleJobId } from './examples.ts'
import { optional, required } from './parameters.ts'

const exampleProposalId = '01989f6e-9e31-7c22-9d4e-6f70819200a1'

export const reviewRoutes = {
  'GET /review/summary': {
    id: 'summarizeReview',
    role: 'viewer',
    summary: 'Count the open proposals',
    query: { type: optional(Type.String(), 'The type to count by attribute and job, too.', 'product') },
    answers: { 200: dataOf(ReviewSummary) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: 'Those for entities in the trash do not count.',
      answers: {
        200: [
          'How many are open.',
          {
            data: {
              open: { product: 142, image: 0, vendor: 0, category: 0, source: 0 },
              attributes: [{ key: 'description', open: 142 }],
              jobs: [{ id: exampleJobId, open: 142 }],
              verified: 120,
              has_proposals: true,
              mark: '163.2041.142',
            },
          },
        ],
      },
    }),
  },
  'GET /review/marks': {
    id: 'cellMarks',
    role: 'viewer',
    summary: 'Tell which cells were generated or have a proposed value',
    query: {
      type: required(EntityTypeSchema, 'The type of the entities.', 'product'),
      ids: required(Type.Array(Type.String()), 'Up to 200 entities.', [exampleId]),
    },
    answers: { 200: dataOf(CellMarks) },
    issues: { type: ['required', 'invalid_value'], ids: ['too_many_values', 'expected_uuid'] },
    docs: () => ({
      description: `By id and key, the state that \`/provenance\` tells of a value, what made it and when, and how many proposals are open for it.
A cell that was never generated and has none of them has no key; ids that nobody has are left out.`,
      answers: {
        200: [
          'The marks of the cells.',
          {
            data: {
              [exampleId]: {
                description: {
                  state: 'stale',
                  model: 'qwen3:8b',
                  made_at: '2026-11-20T09:30:00.000Z',
                  open: 1,
                },
              },
            },
          },
        ],
      },
    }),
  },
  'GET /review/passages': {
    id: 'readPassages',
    role: 'viewer',
    summary: 'Read what stands around the quotes of proposals',
    query: {
      type: required(EntityTypeSchema, 'The type of their entities.', 'product'),
      ids: required(Type.Array(Type.String()), `Up to ${maxPassageProposals} proposals.`, [
        exampleProposalId,
      ]),
    },
    answers: { 200: listOf(ProposalPassages) },
    issues: { type: ['required', 'invalid_value'], ids: ['too_many_values'] },
    docs: () => ({
      description: `Some 300 characters before and behind each quote, as the attribute or source reads now. Of a quote that is not there, \`before\` is how
its place begins. Proposals that are not there are left out.`,
      answers: {
        200: [
          'The passages.',
          {
            data: [
              {
                id: exampleProposalId,
                passages: [
                  {
                    name: 'Description',
                    before: 'A chair of ',
                    match: 'solid oak',
                    after: ', oiled.',
                    is_cut_before: false,
                    is_cut_after: false,
                  },
                ],
              },
            ],
          },
        ],
      },
    }),
  },
  'POST /review/reopen': {
    id: 'reopenProposals',
    role: 'editor',
    summary: 'Take decisions about proposals back',
    body: ReopenProposals,
    answers: { 200: listOf(ReopenedProposal) },
    issues: { type: ['invalid_value'], ids: ['too_many_values'] },
    docs: () => ({
      description: `A rejected proposal is open again. Of an accepted one the value goes back to what it was, whatever else the same edit wrote, unless
it has been changed since (\`changed_meanwhile\`). One that a newer proposal has replaced stays as it is.`,
      body: { examples: { one: { type: 'product', ids: [exampleProposalId] } } },
      answers: { 200: ['What became of each.', { data: [{ id: exampleProposalId, status: 'open' }] }] },
    }),
  },
} satisfies AppRouteTable
