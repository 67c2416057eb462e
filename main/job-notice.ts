import type { Workspace } from '#shared/app-surface.ts'
import { isNamedJob, jobNames } from '#shared/job-names.ts'
import type { Job } from '#shared/jobs.ts'
import { t } from './text.ts'

const longJobMs = 10_000

export interface JobNotice {
  readonly title: string
  readonly body: string
}

/** What the system tells of a job that has ended; undefined for one that was short or that nobody waits for. */
export function noticeOf({ name: workspace }: Workspace, job: Job): JobNotice | undefined {
  const title = titleOf(job)
  if (title === undefined || tookMs(job) < longJobMs) return undefined
  const isFailed = job.status === 'failed'
  return {
    title,
    body: isFailed
      ? t('In “{workspace}”. Open Vitrine to see why.', { workspace })
      : t('In “{workspace}”.', { workspace }),
  }
}

function titleOf({ name, status }: Job): string | undefined {
  const job = nameOf(name)
  if (status === 'completed') return t('{job} finished', { job })
  if (status === 'failed') return t('{job} failed', { job })
  return status === 'cancelled' ? t('{job} was cancelled', { job }) : undefined
}

function nameOf(operation: string): string {
  if (operation === 'export' || operation === 'channel_export') return t('Export')
  return isNamedJob(operation) ? t(jobNames[operation]) : t('Job')
}

function tookMs({ created_at: begun, completed_at: ended }: Job): number {
  return Date.parse(ended ?? '') - Date.parse(begun)
}
