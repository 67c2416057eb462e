import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type DuplicateWay,
  duplicateWays,
  type DuplicateGroup,
  type DuplicateStatus,
} from '#shared/duplicates.ts'
import type { EntityType } from '#shared/entities.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { findDuplicates, renewDuplicates } from '../api/duplicates-queries.ts'
import { cancelJob, jobQuery, jobsQuery } from '../api/jobs-queries.ts'
import { FilterBuilder } from '../filters/filter-builder.tsx'
import { useFilterFields } from '../filters/use-filter-fields.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { toFilterText } from '../query/list-params.ts'
import { startedSearch } from '../state/started-jobs.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { inSentence, t, cachedByLanguage } from '../ui/text.ts'
import { showError, errorText } from '../ui/toast.tsx'

const wayTexts = cachedByLanguage((): Readonly<Record<DuplicateWay, string>> => ({
  gtin: t('Same GTIN'),
  brand_mpn: t('Same brand and maker’s number'),
  sku_like: t('Nearly the same SKU'),
  title: t('Nearly the same title'),
  picture: t('Same picture'),
}))

export const statusTexts = cachedByLanguage((): Readonly<Record<DuplicateStatus, string>> => ({
  open: t('Open¦duplicates'),
  merged: t('Merged'),
  dismissed: t('Not duplicates'),
}))

export function describeReason({ by, detail }: DuplicateGroup['reasons'][number]): string {
  const detailText =
    by === 'picture' ? (detail === 'same file' ? t('the same file') : t('looks the same')) : detail
  return t('{way}: {detail}', { way: wayTexts()[by], detail: detailText })
}

export function formatScore(score: number): string {
  if (score >= 90) return t('very likely')
  return score >= 75 ? t('likely') : t('possible')
}

export function SearchForm({ type }: { readonly type: EntityType }) {
  const { api } = useWorkspace()
  const [ways, setWays] = useState<readonly DuplicateWay[]>(duplicateWays)
  const [where, setWhere] = useState(emptyGridQuery)
  const { job, follow } = useSearchJob(type)
  const isRunning = job !== undefined && !isTerminal(job.status)
  const start = async (): Promise<void> => {
    try {
      const filter = toFilterText(where)
      follow((await findDuplicates(api, { type, by: ways, ...(filter !== '' && { filter }) })).id)
    } catch (error) {
      showError(t('The search could not be started'), { description: errorText(error) })
    }
  }
  return (
    <section className="duplicates-search" aria-label={t('Search for duplicates')}>
      <fieldset>
        <legend>{t('Compare by')}</legend>
        {duplicateWays.map((way) => (
          <Checkbox
            key={way}
            label={wayTexts()[way]}
            checked={ways.includes(way)}
            onChange={(isOn) =>
              setWays(duplicateWays.filter((one) => (one === way ? isOn : ways.includes(one))))
            }
          />
        ))}
        <Button variant="primary" busy={isRunning} disabled={ways.length === 0} onClick={() => void start()}>
          <Search aria-hidden />
          {t('Search')}
        </Button>
      </fieldset>
      <OnlyWhere type={type} query={where} onChange={setWhere} />
      {isRunning && (
        <div className="duplicates-progress">
          <Progress
            label={t('Search for duplicates')}
            percent={job.progress.percent}
            text={`${job.progress.percent} %`}
          />
          <Button onClick={() => void cancelJob(api, job.id)}>{t('Cancel')}</Button>
        </div>
      )}
      {job && !isRunning && <Outcome job={job} />}
    </section>
  )
}

interface OnlyWhereProps {
  readonly type: EntityType
  readonly query: GridQuery
  readonly onChange: (query: GridQuery) => void
}

function OnlyWhere({ type, query, onChange }: OnlyWhereProps) {
  const fields = useFilterFields(type)
  const { plural } = typeTexts()[type]
  const count = query.clauses.length + query.groups.length
  return (
    <details className="duplicates-where">
      <summary>
        {count === 0
          ? t('All {plural} are compared', { plural: inSentence(plural) })
          : t('{count, plural, one {Under one condition} other {Under # conditions}}', { count })}
      </summary>
      <FilterBuilder
        type={type}
        fields={fields}
        query={query}
        startsEmpty
        whenEmpty={t('With a condition fewer are compared, and only among themselves.')}
        onQueryChange={onChange}
      />
    </details>
  )
}

function useSearchJob(type: EntityType) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [started, follow] = useState(() => {
    const search = startedSearch.get()
    return search?.type === type ? search.jobId : undefined
  })
  const { data: jobs } = useQuery(jobsQuery(api))
  const running = jobs?.find(
    ({ name, status, metadata }) =>
      name === 'find_duplicates' && metadata['type'] === type && !isTerminal(status),
  )
  const [seen, setSeen] = useState<string>()
  if (running && running.id !== seen) setSeen(running.id)
  const id = started ?? running?.id ?? seen
  const { data: job } = useQuery({ ...jobQuery(api, id ?? ''), enabled: id !== undefined })
  const hasEnded = job !== undefined && isTerminal(job.status)
  useEffect(() => {
    if (hasEnded) void renewDuplicates(queryClient, api)
  }, [hasEnded, queryClient, api])
  return { job, follow }
}

function Outcome({ job: { status, result } }: { readonly job: Job }) {
  if (status === 'cancelled') return <Notice tone="info">{t('The search was cancelled.')}</Notice>
  if (result !== null && 'error' in result) return <Notice tone="danger">{result.error.message}</Notice>
  if (result === null || !('new_groups' in result)) return null
  const { searched, groups, new_groups: added, dropped_groups: dropped, skipped_ways: skipped } = result
  return (
    <p className="ui-field-hint" role="status">
      {t(
        '{searched} compared: {groups, plural, one {# group} other {# groups}} found, {added} of them new. {dropped, plural, =0 {} one {One no longer matches.} other {# no longer match.}}',
        { searched, groups, added, dropped },
      )}{' '}
      {skipped.length > 0 &&
        t('There is no attribute for: {ways}.', {
          ways: skipped.flatMap((way) => wayTexts()[way as DuplicateWay] ?? []).join(', '),
        })}
    </p>
  )
}
