import type { Workspace } from '#shared/app-surface.ts'
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
  if (status === 'completed') return t('{job} is done', { job })
  if (status === 'failed') return t('{job} failed', { job })
  return status === 'cancelled' ? t('{job} was cancelled', { job }) : undefined
}

/** What jobs are called, as the list of jobs in the page calls them. */
function nameOf(name: string): string {
  const names: Readonly<Record<string, string>> = {
    import: t('Import'),
    export: t('Export'),
    channel_export: t('Export'),
    bulk_edit: t('Bulk edit'),
    undo_edit: t('Undo'),
    undo_import: t('Undo of an import'),
    source_ingest: t('Source'),
    fetch_pictures: t('Pictures'),
    package: t('Package'),
    generation: t('Generation'),
    decide_proposals: t('Review¦noun'),
    merge_entities: t('Merging'),
    cluster_merge: t('Merge of values'),
    find_duplicates: t('Search for duplicates'),
    quality_fix: t('Fix'),
    quality_check: t('Quality checks'),
  }
  return names[name] ?? t('Job')
}

function tookMs({ created_at: begun, completed_at: ended }: Job): number {
  return Date.parse(ended ?? '') - Date.parse(begun)
}
