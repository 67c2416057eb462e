import { Type } from 'typebox'
import { commentStatuses, listedReplies, maxCommentLength, maxReplies } from '../comments.ts'
import { CellComments, Comment, CommentPatch, NewComment, NewReply } from '../schemas/comments.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { nullable } from '../schemas/paging.ts'
import { dataOf, pageOf, type AppRouteTable, type RouteTable } from './route.ts'
import { exampleCommentId, exampleId, examplePagination, examplePersonId } from './examples.ts'
import { optional, paging, pagingPlaces, required } from './parameters.ts'

const ana = { id: examplePersonId, name: 'Ana Silva' }
const times = { created_at: '2026-01-05T10:00:00.000Z', updated_at: '2026-01-05T10:00:00.000Z' }

const exampleComment = {
  id: exampleCommentId,
  entity: { id: exampleId, type: 'product', label: 'Oak chair' },
  attribute: 'price',
  text: 'Is this the price of next year, @Ana Silva?',
  mentions: [ana],
  author: { type: 'owner', id: null, name: null },
  ...times,
  status: 'open',
  resolved_at: null,
  resolved_by: null,
  reply_count: 0,
  replies: [],
}

const status = Type.Enum([...commentStatuses])
const params = { id: required(Uuid, 'The id of the comment.', exampleCommentId) }
const mention = `\`@\` and the whole name of somebody in the workspace mentions them, and they are told. A text has at most ${maxCommentLength.toLocaleString('en')} characters.`

export const commentRoutes = {
  'GET /comments': {
    id: 'listComments',
    tag: 'Comments',
    summary: 'List comments',
    typeScope: 'read',
    query: {
      ...paging,
      type: optional(EntityTypeSchema, 'Only those on entities of this type.', 'product'),
      status: optional(status, 'Only open ones, or those that are resolved.', 'open'),
      entity_id: optional(Type.String(), 'Only those on this entity and its cells.', exampleId),
      attribute: optional(Type.String(), 'Only those on cells of this attribute.', 'price'),
      q: optional(
        Type.String(),
        'Only those where the comment or a reply has this part, in any case.',
        'year',
      ),
      actor: optional(
        Type.String(),
        'Only those where `owner`, or the person, key or agent of this id, has said something.',
        'owner',
      ),
      mentioned: optional(Type.String(), 'Only those that mention the person of this id.', examplePersonId),
    },
    answers: { 200: pageOf(Comment) },
    issues: {
      ...pagingPlaces,
      type: ['invalid_value'],
      status: ['invalid_value'],
      entity_id: ['expected_uuid'],
      attribute: ['not_a_defined_attribute'],
    },
    docs: () => ({
      description: `The newest first, each with its ${listedReplies} newest replies. Without \`type\` those on entities of every type that the key may read. Those on
entities in the trash are not told; they come back with them.`,
      answers: { 200: ['A page of comments.', { data: [exampleComment], pagination: examplePagination }] },
    }),
  },
  'POST /comments': {
    id: 'createComment',
    tag: 'Comments',
    summary: 'Comment on an entity or a cell',
    typeScope: 'propose',
    body: NewComment,
    answers: { 201: dataOf(Comment) },
    issues: {
      type: ['invalid_value'],
      entity_id: ['expected_uuid', 'referenced_entity_not_found'],
      attribute: ['not_a_defined_attribute'],
      text: ['required', 'too_long'],
    },
    docs: () => ({
      description: `On the entity, or with \`attribute\` on one of its cells. ${mention} Values are not changed by it; the feed tells it as \`comment.created\`.`,
      body: {
        properties: { type: EntityTypeSchema, attribute: nullable(Type.String()) },
        examples: {
          onCell: {
            type: 'product',
            entity_id: exampleId,
            attribute: 'price',
            text: 'Is this the price of next year, @Ana Silva?',
          },
          onEntity: { type: 'product', entity_id: exampleId, text: 'The photographer has it.' },
        },
      },
      answers: { 201: ['The comment.', { data: exampleComment }] },
    }),
  },
  'GET /comments/{id}': {
    id: 'readComment',
    tag: 'Comments',
    summary: 'Read a comment with all replies',
    typeScope: 'read',
    params,
    answers: { 200: dataOf(Comment) },
    docs: () => ({ answers: { 200: ['The comment.', { data: exampleComment }] } }),
  },
  'POST /comments/{id}/replies': {
    id: 'createReply',
    tag: 'Comments',
    summary: 'Reply to a comment',
    typeScope: 'propose',
    params,
    body: NewReply,
    answers: { 201: dataOf(Comment) },
    issues: { text: ['required', 'too_long'] },
    docs: () => ({
      description: `${mention} So are those who have written to the comment before. A comment has at most ${maxReplies} replies.`,
      body: { examples: { yes: { text: 'Yes, from January on.' } } },
      answers: {
        201: ['The comment with its newest replies.', { data: { ...exampleComment, reply_count: 1 } }],
      },
      conflicts: 'The comment has as many replies as it can have.',
    }),
  },
  'PATCH /comments/{id}': {
    id: 'updateComment',
    tag: 'Comments',
    summary: 'Resolve a comment, or change what it says',
    typeScope: 'propose',
    params,
    body: CommentPatch,
    answers: { 200: dataOf(Comment) },
    issues: { text: ['required', 'too_long'], status: ['invalid_value'] },
    docs: () => ({
      description:
        'Who resolved it, and when, is kept until it is opened again. Only who wrote a comment or reply can change what it says (403 `forbidden`).',
      body: {
        properties: { status },
        examples: { resolve: { status: 'resolved' }, reopen: { status: 'open' } },
      },
      answers: {
        200: [
          'The comment.',
          {
            data: {
              ...exampleComment,
              status: 'resolved',
              resolved_at: '2026-01-06T10:00:00.000Z',
              resolved_by: { type: 'owner', id: null, name: null },
            },
          },
        ],
      },
    }),
  },
} satisfies RouteTable

export const gridCommentRoutes = {
  'GET /grid/comments': {
    id: 'summarizeComments',
    role: 'viewer',
    summary: 'Tell which cells of some rows have open comments',
    query: {
      type: required(EntityTypeSchema, 'Whose rows.', 'product'),
      ids: required(Type.Array(Type.String()), 'Up to 200 entities.', [exampleId]),
    },
    answers: { 200: dataOf(CellComments) },
    issues: { type: ['required', 'invalid_value'], ids: ['too_many_values', 'expected_uuid'] },
    docs: () => ({
      description: `By id and key, how many comments on each cell are open, how many there are with their replies, and what was said last; an empty key
stands for the entity itself. Rows without open comments are left out.`,
      answers: {
        200: [
          'What there is of comments.',
          {
            data: {
              [exampleId]: {
                price: { count: 2, open: 1, text: 'Yes, from January on.', author: exampleComment.author },
              },
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
