import type { Workspace } from '#shared/app-surface.ts'
import type { Job } from '#shared/jobs.ts'

const longJobMs = 10_000

export interface JobNotice {
  readonly title: string
  readonly body: string
}

const endings: Record<string, string> = { completed: 'is done', failed: 'failed', cancelled: 'was cancelled' }

/** What the system tells of a job that has ended; undefined for one that was short or that nobody waits for. */
export function noticeOf({ name }: Workspace, job: Job): JobNotice | undefined {
  const ending = endings[job.status]
  if (ending === undefined || tookMs(job) < longJobMs) return undefined
  const noun = job.name.replaceAll('_', ' ')
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${ending}`
  return { title, body: job.status === 'failed' ? `In “${name}”. Open Vitrine to see why.` : `In “${name}”.` }
}

function tookMs({ created_at: begun, completed_at: ended }: Job): number {
  return Date.parse(ended ?? '') - Date.parse(begun)
}
