import { useInfiniteQuery } from '@tanstack/react-query'
import { FileOutput } from 'lucide-react'
import type { Channel } from '#shared/channels.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { jobPagesQuery } from '../api/jobs-queries.ts'
import { EndedJob } from '../jobs/ended-job.tsx'
import { exportOutcome, isChannelOutcome } from '../jobs/export-outcome.ts'
import { RunningJob } from '../jobs/running-job.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { formatCount } from '../ui/format-count.ts'
import { t, tMessage } from '../ui/text.ts'
import '../jobs/jobs-tray.css'

/** What was wrong with the last file of a channel, and all of its files. */
export function ChannelFiles({ channel }: { channel: Channel }) {
  const { api } = useWorkspace()
  const pages = useInfiniteQuery(jobPagesQuery(api, { name: 'channel_export' }))
  const jobs = rowsOf(pages.data)?.filter(({ metadata }) => metadata['channel'] === channel.key)
  if (pages.error) return <Notice tone="danger">{pages.error.message}</Notice>
  if (jobs === undefined) return <Skeleton height={160} />
  const last = jobs.find(({ status }) => isTerminal(status))
  return (
    <>
      {last && <LastFile job={last} />}
      <section className="api-section">
        <h2>{t('All files')}</h2>
        {jobs.length === 0 ? <NoFiles /> : <History jobs={jobs} />}
        {pages.hasNextPage && (
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('Show older files')}
          </Button>
        )}
      </section>
    </>
  )
}

function NoFiles() {
  return (
    <EmptyState icon={FileOutput} title={t('No file was made yet')}>
      {t('Export makes one. It is kept here for seven days.')}
    </EmptyState>
  )
}

function LastFile({ job }: { job: Job }) {
  const outcome = exportOutcome(job)
  const reasons = outcome && isChannelOutcome(outcome) ? outcome.reasons : []
  return (
    <section className="api-section">
      <h2>{t('Problems of the last file')}</h2>
      {reasons.length === 0 ? (
        <Notice tone="success">{t('The last file left nothing out.')}</Notice>
      ) : (
        <PageTable
          label={t('Problems of the last file')}
          columns={[t('Products'), t('Field'), t('Problem'), t('What helps')]}
        >
          {reasons.map((reason) => (
            <tr key={`${reason.field} ${reason.issue} ${reason.left_out}`}>
              <td className="channel-number">{formatCount(reason.products)}</td>
              <th scope="row">{reason.field}</th>
              <td className="channel-limits">
                {tMessage(reason.issue, reason)}{' '}
                {reason.left_out === 'product' ? t('The product is left out.') : t('The value is left out.')}
              </td>
              <td className="channel-limits">{tMessage(reason.remedy ?? '', reason.remedy_message ?? {})}</td>
            </tr>
          ))}
        </PageTable>
      )}
    </section>
  )
}

function History({ jobs }: { jobs: readonly Job[] }) {
  return (
    <ul className="channel-history">
      {jobs.map((job) => (
        <li key={job.id} className="job">
          {isTerminal(job.status) ? (
            <EndedJob job={job} onReport={() => undefined} />
          ) : (
            <RunningJob job={job} />
          )}
        </li>
      ))}
    </ul>
  )
}
