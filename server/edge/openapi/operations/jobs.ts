import { Type } from 'typebox'
import { jobStatuses } from '#shared/jobs.ts'
import { EntityTypeSchema, Uuid } from '#shared/schemas/entities.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { nullable } from '#shared/schemas/nullable.ts'
import { dataOf, pageOf } from '../answer-schemas.ts'
import { exampleId, exampleJob, exampleJobId, examplePagination } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { paging, pagingIssues } from '../parameters.ts'

export const jobId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the job.',
  schema: Uuid,
  example: exampleJobId,
}

const Difference = Type.Object({
  row: Type.Integer({ description: 'The row of the file, from 1 under the header.' }),
  status: Type.Enum(['created', 'updated']),
  type: EntityTypeSchema,
  id: nullable(Uuid),
  label: nullable(Type.String()),
  attribute: Type.String(),
  old: Type.Unknown(),
  new: Type.Unknown(),
})

const exampleDifference = {
  row: 1,
  status: 'updated' as const,
  type: 'product' as const,
  id: exampleId,
  label: 'CH-100',
  attribute: 'price',
  old: 119,
  new: 129,
}

export const jobDocs: OperationTable = {
  'GET /jobs': {
    id: 'listJobs',
    tag: 'Jobs',
    description: 'Newest first.',
    parameters: [
      ...paging,
      {
        name: 'status',
        description: 'Only jobs in this status.',
        schema: Type.Enum([...jobStatuses]),
        example: 'completed',
      },
      {
        name: 'name',
        description: 'Only jobs of this operation.',
        schema: Type.String(),
        example: 'import',
      },
    ],
    answers: {
      200: {
        description: 'A page of jobs.',
        schema: pageOf(Job),
        example: { data: [exampleJob], pagination: examplePagination },
      },
    },
    issues: [...pagingIssues],
  },
  'GET /jobs/:id': {
    id: 'getJob',
    tag: 'Jobs',
    parameters: [jobId],
    description: 'Poll until `status` is `completed`, `failed` or `cancelled`.',
    answers: { 200: { description: 'The job.', schema: dataOf(Job), example: { data: exampleJob } } },
  },
  'GET /jobs/:id/errors': {
    id: 'downloadErrors',
    tag: 'Jobs',
    parameters: [jobId],
    description:
      'The rows of an import that were refused, as CSV: the columns of the file behind a first one that says why, and which an import leaves out. Corrected, the file can be imported as it is. Empty where no row was refused; kept for a month.',
    answers: {
      200: {
        description: 'The rows.',
        schema: Type.String(),
        example: 'Import error,sku,price\r\nprice: expected_number,CH-100,cheap\r\n',
        mediaType: 'text/csv',
      },
    },
  },
  'GET /jobs/:id/differences': {
    id: 'listDifferences',
    tag: 'Jobs',
    parameters: [jobId, ...paging],
    description:
      'What a dry run would change, value by value, in the order of the file; no id for what would be created. Kept for a month.',
    answers: {
      200: {
        description: 'A page of differences.',
        schema: pageOf(Difference),
        example: { data: [exampleDifference], pagination: examplePagination },
      },
    },
    issues: [...pagingIssues],
  },
}
