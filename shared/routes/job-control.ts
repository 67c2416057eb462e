import { Job } from '../schemas/jobs.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleJob } from './examples.ts'
import { jobId } from './jobs.ts'

/** Actions of the owner on jobs: stop one, retry a failed one, and undo a whole import. */
export const jobControlRoutes = {
  'POST /jobs/{id}/cancel': {
    id: 'cancelJob',
    role: 'editor',
    summary: 'Cancel a job',
    params: { id: jobId },
    answers: { 200: dataOf(Job) },
    docs: () => ({ answers: { 200: ['The job.', { data: exampleJob }] } }),
  },
  'POST /jobs/{id}/retry': {
    id: 'retryJob',
    role: 'editor',
    summary: 'Try a failed job again',
    params: { id: jobId },
    answers: { 202: dataOf(Job) },
    docs: () => ({
      description:
        'A failed job goes on from where it failed, under its own id; the file it was sent is kept for a week.',
      answers: { 202: ['The job, which waits again.', { data: exampleJob }, { location: true }] },
      conflicts: 'The job has not failed.',
    }),
  },
  'POST /jobs/{id}/undo': {
    id: 'undoImport',
    role: 'editor',
    summary: 'Take back a whole import',
    params: { id: { ...jobId, description: 'The id of the job of the import.' } },
    answers: { 202: dataOf(Job) },
    docs: () => ({
      description:
        'What the import created goes to the trash; what it changed gets its old value, unless somebody has changed it since. New attributes and options stay. A job does it.',
      answers: { 202: ['The job.', { data: exampleJob }, { location: true }] },
      conflicts: 'The job is no import, still runs, or has changed nothing.',
    }),
  },
} satisfies AppRouteTable
