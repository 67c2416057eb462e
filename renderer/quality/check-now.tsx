import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type EntityType, entityTypes } from '#shared/entities.ts'
import type { QualityRule } from '#shared/quality.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { resultError } from '../jobs/outcome-texts.ts'
import { cancelJob, jobQuery } from '../api/jobs-queries.ts'
import { qualityKey, startChecks } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { Progress } from '../ui/progress.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { germanHint, jobCheckTexts } from './quality-texts.ts'
import { isMadeByJob, type CountedRule } from './rule-groups.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Select } from '../ui/select.tsx'

interface CheckNowProps {
  readonly type: EntityType
  readonly rules: readonly CountedRule[]
}

export function CheckNow({ type, rules }: CheckNowProps) {
  const { api } = useWorkspace()
  const [jobId, setJobId] = useState<string>()
  const start = useMutation({
    mutationFn: () => startChecks(api, type),
    onSuccess: ({ id }) => setJobId(id),
    onError: (error) => showError(t('The checks were not started'), { description: error.message }),
  })
  const made = rules.filter(({ rule }) => rule.enabled && isMadeByJob(rule))
  if (made.length === 0) return null
  if (jobId !== undefined) return <RunningCheck key={jobId} jobId={jobId} onEnd={() => setJobId(undefined)} />
  return (
    <div className="quality-check">
      <CheckedAt rules={made.map(({ rule }) => rule)} />
      <Button busy={start.isPending} onClick={() => start.mutate()}>
        <RefreshCw aria-hidden />
        {t('Check now')}
      </Button>
    </div>
  )
}

/** Shows the time of the oldest counts, since all others are newer. */
function CheckedAt({ rules }: { rules: readonly QualityRule[] }) {
  const unchecked = rules.filter((rule) => rule.checked_at === null)
  if (unchecked.length > 0)
    return (
      <span className="ui-field-hint">
        {t('Not checked yet: {what}', { what: jobCheckTexts(unchecked) })}
      </span>
    )
  const [oldest = ''] = rules.flatMap((rule) => rule.checked_at ?? []).toSorted()
  return (
    <time className="ui-field-hint" dateTime={oldest} title={formatMoment(oldest)}>
      {t('Checked {ago}: {what}', { ago: formatAgo(oldest), what: jobCheckTexts(rules) })}
    </time>
  )
}

function RunningCheck({ jobId, onEnd }: { jobId: string; onEnd: () => void }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: job } = useQuery(jobQuery(api, jobId))
  const cancel = useMutation({ mutationFn: () => cancelJob(api, jobId) })
  const status = job?.status
  useEffect(() => {
    if (status === undefined || !isTerminal(status)) return
    void queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) })
    if (job) describeEndText(job)
    onEnd()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the job has ended
  }, [status])
  const { current = 0, total = 0, percent = 0 } = job?.progress ?? {}
  return (
    <div className="quality-check">
      <Progress
        label={t('Checking')}
        percent={total === 0 ? undefined : percent}
        text={total === 0 ? '' : t('{current} of {total}', { current, total })}
      />
      <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

function describeEndText({ status, result }: Job): void {
  if (status === 'failed') showError(t('The checks stopped'), { description: resultError(result) ?? '' })
  if (result && 'missing_dictionaries' in result && result.missing_dictionaries?.includes('de'))
    showError(t('German spelling was not checked'), { description: germanHint() })
}

interface TypeSelectProps {
  readonly type: EntityType
  readonly onChange: (type: EntityType) => void
}

export function TypeSelect({ type, onChange }: TypeSelectProps) {
  return (
    <Select
      label={t('Type')}
      value={type}
      options={entityTypes.map((value) => ({ value, label: typeTexts()[value].plural }))}
      onChange={onChange}
    />
  )
}
