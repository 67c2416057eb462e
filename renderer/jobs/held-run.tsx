import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import { isObject } from '#shared/exact-json.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { cancelJob, jobsKey, retryJob } from '../api/jobs-queries.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount, formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { entityTypeOfRun } from './describe-job.ts'
import './held-run.css'

interface HeldChange {
  readonly id: string
  readonly label: string | null
  readonly changes: readonly { readonly attribute: string; readonly old: unknown; readonly new: unknown }[]
}

interface HeldRun {
  readonly counts: Readonly<Record<string, unknown>>
  readonly sample: readonly HeldChange[]
  readonly until: string
}

/** The changes of a run that waits for a person; undefined for a job that does not. */
export function readHeldRun({ status, metadata }: Job): HeldRun | undefined {
  const { paused } = metadata
  if (status !== 'queued' || !isObject(paused) || paused['reason'] !== 'shield') return undefined
  const { counts, sample, until } = paused
  return {
    counts: isObject(counts) ? counts : {},
    sample: Array.isArray(sample)
      ? (sample as HeldChange[]).filter(({ changes }) => Array.isArray(changes))
      : [],
    until: String(until),
  }
}

/** The changes of a waiting run, with the first entities before and after. */
export function HeldRunText({ job, held }: { readonly job: Job; readonly held: HeldRun }) {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, entityTypeOfRun(job.metadata)))
  const nameOf = (key: string) => attributes?.find((attribute) => attribute.key === key)?.name ?? key
  return (
    <div className="stack">
      <Notice tone="warning" title={describeCounts(held.counts)}>
        {t('It waits until {until} and is dropped then.', { until: formatMoment(held.until) })}
      </Notice>
      <ChangeList rows={held.sample} nameOf={nameOf} />
    </div>
  )
}

interface ChangeListProps {
  readonly rows: readonly HeldChange[]
  readonly nameOf: (key: string) => string
}

/** The first entities that would change, with their values before and after. */
export function ChangeList({ rows, nameOf }: ChangeListProps) {
  return (
    <ul className="held-changes" aria-label={t('The first changes')}>
      {rows.map(({ id, label, changes }) => (
        <li key={id}>
          <strong>{label ?? t('(no name)')}</strong>
          {changes.map(({ attribute, old, new: next }) => (
            <span key={attribute}>
              {nameOf(attribute)}: <del>{toText(old)}</del> → <ins>{toText(next)}</ins>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

function describeCounts({ changed, created, missing }: Readonly<Record<string, unknown>>): string {
  const countOf = (value: unknown) => formatCount(typeof value === 'number' ? value : 0)
  const parts = [
    t('{count} would be changed', { count: countOf(changed) }),
    ...(typeof created === 'number' && created > 0
      ? [t('{count} created', { count: countOf(created) })]
      : []),
    ...(typeof missing === 'number' && missing > 0
      ? [t('{count} missing', { count: countOf(missing) })]
      : []),
  ]
  return parts.join(', ')
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('empty')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Lets a waiting run go, or drops it. */
export function HeldRunButtons({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const settle = useMutation({
    mutationFn: (mayGo: boolean) => (mayGo ? retryJob(workspace.id, job.id) : cancelJob(api, job.id)),
    onSuccess: onClose,
    onError: (error: Error) => showError(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey(workspace.id) }),
  })
  return (
    <Allowed to="jobs">
      <Button disabled={settle.isPending} onClick={() => settle.mutate(false)}>
        {t('Drop it')}
      </Button>
      <Button variant="primary" disabled={settle.isPending} onClick={() => settle.mutate(true)}>
        {t('Let it go')}
      </Button>
    </Allowed>
  )
}
