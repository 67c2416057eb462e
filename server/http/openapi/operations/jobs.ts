import { Type } from 'typebox'
import { jobStatuses } from '#shared/jobs.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { dataOf, pageOf } from '../answer-schemas.ts'
import { exampleJob, exampleJobId, examplePagination } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { paging, pagingIssues } from '../parameters.ts'

export const jobId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the job.',
  schema: Uuid,
  example: exampleJobId,
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
}
