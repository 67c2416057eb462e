import { Type } from 'typebox'
import { differenceStatuses, jobStatuses } from '../jobs.ts'
import { Uuid } from '../schemas/entities.ts'
import { Difference, Job } from '../schemas/jobs.ts'
import { EditResult } from '../schemas/edits.ts'
import { dataOf, pageOf, type RouteTable, type AppRouteTable } from './route.ts'
import { exampleEditResult } from './edits.ts'
import { exampleId, exampleJob, exampleJobId, examplePagination } from './examples.ts'
import { required, optional, paging, pagingPlaces, wait } from './parameters.ts'

export const jobId = required(Uuid, 'The id of the job.', exampleJobId)

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

export const jobRoutes = {
  'GET /jobs': {
    id: 'listJobs',
    tag: 'Jobs',
    summary: 'List jobs, newest first',
    scopes: ['read:jobs'],
    query: {
      ...paging,
      status: optional(Type.Enum([...jobStatuses]), 'Only jobs in this status.', 'completed'),
      name: optional(Type.String(), 'Only jobs of this operation.', 'import'),
      dry_run: optional(Type.Boolean(), 'Only dry runs, or only those that are none.', false),
    },
    answers: { 200: pageOf(Job) },
    issues: { ...pagingPlaces, status: ['invalid_value'], dry_run: ['expected_boolean'] },
    docs: () => ({
      description: 'Newest first, each as `GET /jobs/{id}` tells it.',
      answers: { 200: ['A page of jobs.', { data: [exampleJob], pagination: examplePagination }] },
    }),
  },
  'GET /jobs/{id}': {
    id: 'getJob',
    tag: 'Jobs',
    summary: 'Read one job',
    scopes: ['read:jobs'],
    params: { id: jobId },
    query: { wait },
    answers: { 200: dataOf(Job) },
    docs: () => ({
      description:
        'Ask with `wait` until `status` is `completed`, `failed` or `cancelled`. A key without the read scope of a type that the job works on sees its status and counts without values, and `metadata.missing_scopes`.',
      answers: { 200: ['The job.', { data: exampleJob }] },
    }),
  },
  'GET /jobs/{id}/errors': {
    id: 'downloadErrors',
    tag: 'Jobs',
    summary: 'Download the rows that failed',
    scopes: ['read:jobs'],
    typeScope: 'read',
    params: { id: jobId },
    answers: { 200: Type.String() },
    docs: () => ({
      description:
        'The rows of an import that were refused, as CSV: the columns of the file behind a first one that says why, and which an import leaves out. Corrected, the file can be imported as it is. Empty where no row was refused; kept for a month.',
      answers: {
        200: [
          'The rows.',
          'Import error,sku,price\r\nprice: expected_number,CH-100,cheap\r\n',
          { mediaType: 'text/csv' },
        ],
      },
    }),
  },
  'GET /jobs/{id}/differences': {
    id: 'listDifferences',
    tag: 'Jobs',
    summary: 'List what a dry run would change',
    scopes: ['read:jobs'],
    typeScope: 'read',
    params: { id: jobId },
    query: {
      status: optional(
        Type.Enum([...differenceStatuses]),
        'Only what would be created, or only what would be updated.',
        'updated',
      ),
      ...paging,
    },
    answers: { 200: pageOf(Difference) },
    issues: { ...pagingPlaces, status: ['invalid_value'] },
    docs: () => ({
      description:
        'What a dry run would change, value by value, in the order of the file; no id for what would be created. Kept for a month.',
      answers: {
        200: ['A page of differences.', { data: [exampleDifference], pagination: examplePagination }],
      },
    }),
  },
  'POST /jobs/{id}/cancel': {
    id: 'cancelJob',
    tag: 'Jobs',
    summary: 'Cancel a job',
    typeScope: 'write',
    params: { id: jobId },
    answers: { 200: dataOf(Job) },
    docs: () => ({
      description: 'What the job has written stays. A job that has ended stays as it is.',
      access:
        'Needs the write scope of what the job writes; for an export the read scope, and any write scope.',
      answers: { 200: ['The job, which ends soon.', { data: exampleJob }] },
    }),
  },
  'POST /jobs/{id}/undo': {
    id: 'undoJob',
    tag: 'Jobs',
    summary: 'Take back what a job wrote',
    typeScope: 'write',
    params: { id: jobId },
    mayWait: true,
    answers: { 200: EditResult, 202: dataOf(Job) },
    docs: () => ({
      description:
        'What an import created goes to the trash, what it changed gets its old value, unless somebody has changed it since; new attributes that are used and options stay. The edit of any other job is taken back as by `POST /edits/{edit_id}/undo`. A job does what is large.',
      access: 'Needs the write scope of what the job wrote.',
      answers: {
        200: ['What became of each entity, the last one first.', exampleEditResult],
        202: ['The job that takes it back.', { data: exampleJob }, { location: true }],
      },
      conflicts: 'The job still runs, or has changed nothing that could be taken back.',
    }),
  },
} satisfies RouteTable

/** The routes of jobs that only the owner calls. */
export const jobControlRoutes = {
  'POST /jobs/{id}/retry': {
    id: 'retryJob',
    role: 'editor',
    summary: 'Try a failed job again',
    params: { id: jobId },
    answers: { 202: dataOf(Job) },
    docs: () => ({
      description:
        'A failed job goes on from where it failed, under its own id; the file it was sent is kept for a week. A job that waits for a person, as its feed would change much, is let go.',
      answers: { 202: ['The job, which waits again.', { data: exampleJob }, { location: true }] },
      conflicts: 'The job has not failed and does not wait for a person.',
    }),
  },
  'POST /jobs/{id}/cancel': {
    id: 'dropJob',
    role: 'editor',
    summary: 'Drop a job that waits for a person',
    params: { id: jobId },
    answers: { 200: dataOf(Job) },
    docs: () => ({
      description: 'Nothing of its file is written, and a feed goes on with later files.',
      answers: { 200: ['The job, which is cancelled.', { data: exampleJob }] },
      conflicts: 'The job does not wait for a person.',
    }),
  },
} satisfies AppRouteTable
