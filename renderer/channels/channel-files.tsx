import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { FileOutput } from 'lucide-react'
import { useState } from 'react'
import type { Channel } from '#shared/channels.ts'
import type { LeftOutReason } from '#shared/exports.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { exportDifferencesQuery, fetchLeftOut } from '../api/channels-queries.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { jobPagesQuery } from '../api/jobs-queries.ts'
import { EndedJob } from '../jobs/ended-job.tsx'
import { exportOutcome, isChannelOutcome } from '../jobs/export-outcome.ts'
import { RunningJob } from '../jobs/running-job.tsx'
import { emptyGridQuery } from '../query/grid-query.ts'
import { createLocation, everything, goTo } from '../query/location.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { formatCount, isPast } from '../ui/format-count.ts'
import { cachedByLanguage, t, tMessage } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import '../jobs/jobs-tray.css'

/** The problems of the last file of a channel, and all of its files. */
export function ChannelFiles({ channel }: { channel: Channel }) {
  const { api } = useWorkspace()
  const pages = useInfiniteQuery(jobPagesQuery(api, { name: 'channel_export' }))
  const jobs = rowsOf(pages.data)?.filter(({ metadata }) => metadata['channel'] === channel.key)
  if (pages.error) return <Notice tone="danger">{pages.error.message}</Notice>
  if (jobs === undefined) return <Skeleton height={160} />
  const last = jobs.find(({ status }) => isTerminal(status))
  return (
    <>
      {last && <LastFile key={last.id} job={last} />}
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
              <td className="channel-number">
                <LeftOutRows job={job} reason={reason} />
              </td>
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

/** Leads to the products that a problem left out. */
function LeftOutRows({ job, reason }: { job: Job; reason: LeftOutReason }) {
  const { api } = useWorkspace()
  const { field, issue, products } = reason
  const open = useMutation({
    mutationFn: () => fetchLeftOut(api.workspaceId, job.id, { field, issue }),
    onSuccess: ({ ids }) => {
      const clauses = [{ key: 'id', operator: 'in', value: ids.join(',') }]
      const query = { ...emptyGridQuery, clauses }
      if (reason.attribute !== null) gridLayoutOf(api.workspaceId, 'product').seek(reason.attribute)
      goTo({ ...createLocation(api.workspaceId, 'product'), savedView: everything, query })
    },
    onError: (error) => showError(t('The products cannot be shown'), { description: error.message }),
  })
  return (
    <Button
      variant="ghost"
      busy={open.isPending}
      aria-label={t('Show {products, plural, one {# product} other {# products}}, {field}', {
        products,
        field,
      })}
      onClick={() => open.mutate()}
    >
      {formatCount(products)}
    </Button>
  )
}

/** How a file differs from the one before it. */
function Difference({ job, earlier }: { job: Job; earlier: Job }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="channel-difference" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('What changed since the file before')}</summary>
      {isOpen && <Differences job={job} earlier={earlier} />}
    </details>
  )
}

function Differences({ job, earlier }: { job: Job; earlier: Job }) {
  const { workspace } = useWorkspace()
  const { data, error } = useQuery(exportDifferencesQuery(workspace.id, job.id, earlier.id))
  if (error !== null) return <p className="ui-field-hint">{error.message}</p>
  if (data === undefined) return <Skeleton height={40} />
  const { added, changed, removed, differences } = data
  return (
    <>
      <p>
        {t('{added} new, {changed} changed, {removed} gone', {
          added: formatCount(added),
          changed: formatCount(changed),
          removed: formatCount(removed),
        })}
      </p>
      <ul>
        {differences.map(({ key, status, fields }) => (
          <li key={`${status} ${key}`}>
            <strong>{key}</strong> {status !== 'changed' && differenceTexts()[status]}
            {fields.map(({ name, old, new: value }) => (
              <div key={name}>
                {name}: <del>{old}</del> <ins>{value}</ins>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

const differenceTexts = cachedByLanguage(() => ({ added: t('new¦record'), removed: t('gone¦record') }))

/** The file before a job that can still be compared with it: of the same format, and kept. */
function fileBefore(jobs: readonly Job[], index: number): Job | undefined {
  const job = jobs[index]
  if (job === undefined || !isStillThere(job)) return undefined
  return jobs
    .slice(index + 1)
    .find((one) => isStillThere(one) && one.metadata['format'] === job.metadata['format'])
}

function isStillThere(job: Job): boolean {
  const outcome = exportOutcome(job)
  return outcome !== undefined && 'file' in outcome && !isPast(outcome.expires_at)
}

function History({ jobs }: { jobs: readonly Job[] }) {
  return (
    <ul className="channel-history">
      {jobs.map((job, index) => (
        <Line key={job.id} job={job} earlier={fileBefore(jobs, index)} />
      ))}
    </ul>
  )
}

function Line({ job, earlier }: { job: Job; earlier: Job | undefined }) {
  return (
    <li className="job">
      {isTerminal(job.status) ? <EndedJob job={job} onReport={() => undefined} /> : <RunningJob job={job} />}
      {earlier && <Difference job={job} earlier={earlier} />}
    </li>
  )
}
