import { useQuery } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import { watchedFolderJobsQuery } from '../api/imports-queries.ts'
import { describeJobResult, describeProgress } from '../jobs/describe-job.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatAgo } from '../ui/format-count.ts'
import { PageTable } from '../ui/pages.tsx'
import { t } from '../ui/text.ts'

interface LastFilesDialogProps {
  readonly feed: Feed | undefined
  readonly onClose: () => void
}

/** The last files of a watched folder, with what came of each. */
export function LastFilesDialog({ feed, onClose }: LastFilesDialogProps) {
  return (
    <Dialog
      title={t('Last files of {folder}', { folder: feed?.name ?? '' })}
      open={feed !== undefined}
      onClose={onClose}
      size="wide"
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {feed !== undefined && <LastFiles feed={feed} onClose={onClose} />}
    </Dialog>
  )
}

function LastFiles({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const { workspace } = useWorkspace()
  const { data: jobs } = useQuery(watchedFolderJobsQuery(workspace.id, feed.id))
  if (jobs === undefined) return null
  if (jobs.length === 0) return <p className="ui-field-hint">{t('No file has come yet.')}</p>
  return (
    <PageTable
      label={t('Last files of {folder}', { folder: feed.name })}
      columns={[t('File'), t('When'), t('Result'), { unseen: t('Actions') }]}
    >
      {jobs.map((job) => (
        <FileRow key={job.id} job={job} onReport={onClose} />
      ))}
    </PageTable>
  )
}

function FileRow({ job, onReport }: { job: Job; onReport: () => void }) {
  const openDialog = useOpenDialog()
  const file = String(job.metadata['file'])
  return (
    <tr>
      <th scope="row">{file}</th>
      <td>{formatAgo(job.completed_at ?? job.created_at)}</td>
      <td className="file-outcome" data-failed={isBad(job) || undefined}>
        {job.completed_at === null ? describeProgress(job) : describeJobResult(job)}
      </td>
      <td className="api-row-action">
        {job.completed_at !== null && (
          <Button
            variant="ghost"
            aria-label={t('Report of {file}', { file })}
            onClick={() => {
              onReport()
              openDialog({ kind: 'job-report', job })
            }}
          >
            {t('Report')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function isBad({ status, result }: Job): boolean {
  const failed = result !== null && 'failed' in result ? result.failed : 0
  return status === 'failed' || status === 'cancelled' || failed > 0
}
