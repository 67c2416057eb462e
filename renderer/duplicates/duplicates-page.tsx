import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, useEffect, useEffectEvent, type ReactNode } from 'react'
import { duplicateStatuses, type DuplicateGroup, type DuplicateStatus } from '#shared/duplicates.ts'
import type { EntityType } from '#shared/entities.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { duplicatesQuery } from '../api/duplicates-queries.ts'
import { readQualityLocation } from '../query/page-filters.ts'
import { usePageParams } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t, tNodes } from '../ui/text.ts'
import { CopyCheck } from 'lucide-react'
import { MergePanel } from './merge-panel.tsx'
import { SearchForm, describeReason, statusTexts, formatScore } from './search-form.tsx'
import { type Decisions, useDecisions } from './use-decisions.ts'
import type { Wording } from './merge-choice.ts'
import './duplicates.css'
import { useMay, Allowed } from '../state/rights.tsx'

const scores = [0, 75, 90] as const

export function DuplicatesPage({ wording }: { readonly wording: Wording }) {
  const [quality] = usePageParams(readQualityLocation)
  const type = quality.type ?? 'product'
  const [status, setStatus] = useState<DuplicateStatus>('open')
  const [minScore, setMinScore] = useState<number>(0)
  return (
    <div className="duplicates">
      <div className="duplicates-bar" role="group" aria-label={t('Filter the duplicates')}>
        <Select
          label={t('Show')}
          value={status}
          options={duplicateStatuses.map((value) => ({ value, label: statusTexts()[value] }))}
          onChange={setStatus}
        />
        <Select
          label={t('Likelihood')}
          value={String(minScore)}
          options={scores.map((value) => ({
            value: String(value),
            label: value === 0 ? t('Any likelihood') : t('{score} or more', { score: value }),
          }))}
          onChange={(value) => setMinScore(Number(value))}
        />
      </div>
      <Allowed to="duplicates">
        <SearchForm key={type} type={type} />
      </Allowed>
      <Groups key={`${type} ${status} ${minScore}`} {...{ type, status, minScore, wording }} />
    </div>
  )
}

interface GroupsProps {
  readonly type: EntityType
  readonly status: DuplicateStatus
  readonly minScore: number
  readonly wording: Wording
}

function Groups({ type, status, minScore, wording }: GroupsProps) {
  const { api } = useWorkspace()
  const filter = { type, status, ...(minScore > 0 && { min_score: minScore }) }
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    duplicatesQuery(api, filter),
  )
  const [chosen, setChosen] = useState<string>()
  const may = useMay()
  const work = useRef<HTMLDivElement>(null)
  const groups = rowsOf(data)
  const decisions = useDecisions(() => {
    const at = groups?.findIndex(({ id }) => id === shownId(groups, chosen)) ?? 0
    setChosen(groups?.[at + 1]?.id ?? groups?.[at - 1]?.id)
    work.current?.querySelector<HTMLElement>('.duplicates-group')?.focus()
  })
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!groups) return <Skeleton height={240} />
  if (groups.length === 0) return <NoGroups status={status} />
  const index = groups.findIndex(({ id }) => id === shownId(groups, chosen))
  const group = groups[index] as DuplicateGroup
  const go = (step: 1 | -1) => setChosen(groups[(index + step + groups.length) % groups.length]?.id)
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined
    const run = keysOf({
      go,
      dismiss: () => may('duplicates') && void decisions.dismiss(group),
      work: work.current,
    })[event.key.toLowerCase()]
    if (!run || (status !== 'open' && !'np'.includes(event.key.toLowerCase()))) return undefined
    event.preventDefault()
    return run()
  }
  const more = hasNextPage && (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('Show more groups')}
    </Button>
  )
  return (
    <div className="duplicates-work" ref={work} onKeyDown={press}>
      <GroupList
        groups={groups}
        total={data?.pages[0]?.pagination.total ?? 0}
        shown={group.id}
        onShow={setChosen}
        more={more}
      />
      <ShownGroup group={group} type={type} wording={wording} decisions={decisions} />
    </div>
  )
}

function shownId(groups: readonly DuplicateGroup[], chosen: string | undefined): string | undefined {
  return (groups.find(({ id }) => id === chosen) ?? groups[0])?.id
}

function NoGroups({ status }: { readonly status: DuplicateStatus }) {
  if (status !== 'open') return <EmptyState icon={CopyCheck} title={t('There are no groups of this kind.')} />
  return (
    <EmptyState icon={CopyCheck} title={t('No duplicates are known')}>
      {t('Start a search: it compares codes, titles and pictures, and changes nothing.')}
    </EmptyState>
  )
}

interface ShownGroupProps {
  readonly group: DuplicateGroup
  readonly type: EntityType
  readonly wording: Wording
  readonly decisions: Decisions
}

function ShownGroup({ group, type, wording, decisions }: ShownGroupProps) {
  const { dismiss, reopen, describeMerged } = decisions
  return (
    <div className="duplicates-group" tabIndex={-1}>
      <ul className="duplicates-reasons" aria-label={t('Why these may be duplicates')}>
        {group.reasons.map((reason) => (
          <li key={reason.by}>{describeReason(reason)}</li>
        ))}
      </ul>
      {group.status === 'merged' ? (
        <Notice tone="info">{t('These were merged: {labels}.', { labels: labelsOf(group) })}</Notice>
      ) : (
        <MergePanel
          type={type}
          ids={group.entities.map(({ id }) => id)}
          wording={wording}
          onMerged={(result, survivor) =>
            describeMerged(result.edit_id, survivor.label, result.merged.length)
          }
        >
          <Allowed to="duplicates">
            {group.status === 'open' ? (
              <Button onClick={() => void dismiss(group)}>{t('Not duplicates')}</Button>
            ) : (
              <Button onClick={() => void reopen(group)}>{t('May be duplicates after all')}</Button>
            )}
          </Allowed>
        </MergePanel>
      )}
      <p className="ui-field-hint duplicates-keys">
        {tNodes(
          '{next} next group, {before} previous, {numbers} pick, {merge} merge, {dismiss} not duplicates',
          {
            next: <Kbd keys="N" />,
            before: <Kbd keys="P" />,
            numbers: <Kbd keys="1" />,
            merge: <Kbd keys="M" />,
            dismiss: <Kbd keys="D" />,
          },
        )}
      </p>
    </div>
  )
}

function labelsOf({ entities }: DuplicateGroup): string {
  return entities.map(({ label }) => label ?? t('No name')).join(', ')
}

interface Runs {
  readonly go: (step: 1 | -1) => void
  readonly dismiss: () => void
  readonly work: HTMLElement | null
}

function keysOf({ go, dismiss, work }: Runs): Readonly<Record<string, () => void>> {
  return {
    n: () => go(1),
    p: () => go(-1),
    d: dismiss,
    m: () => work?.querySelector<HTMLElement>('[data-merge]')?.click(),
  }
}

interface GroupListProps {
  readonly groups: readonly DuplicateGroup[]
  readonly total: number
  readonly shown: string
  readonly onShow: (id: string) => void
  readonly more: ReactNode
}

function GroupList({ groups, total, shown, onShow, more }: GroupListProps) {
  const list = useRef<HTMLOListElement>(null)
  const reveal = useEffectEvent((id: string) => {
    const position = groups.findIndex((group) => group.id === id)
    list.current?.children.item(position)?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => reveal(shown), [shown])
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[buttons.findIndex((button) => button === document.activeElement) + step]
    next?.focus()
    next?.click()
  }
  return (
    <nav className="duplicates-list" aria-label={t('Groups of duplicates')}>
      <p role="status" className="ui-field-hint">
        {t('{count, plural, one {# group} other {# groups}}', { count: total })}
      </p>
      <ol ref={list} onKeyDown={walk}>
        {groups.map(({ id, score, entities, reasons }) => (
          <li key={id}>
            <button type="button" aria-current={id === shown || undefined} onClick={() => onShow(id)}>
              <span className="duplicates-name">{entities[0]?.label ?? t('No name')}</span>
              <span className="duplicates-score" data-sure={score >= 90 || undefined}>
                {score}
              </span>
              <small>
                {t('{count} entries, {sure} · {ways}', {
                  count: entities.length,
                  sure: formatScore(score),
                  ways: reasons.map(describeReason).join(' · '),
                })}
              </small>
            </button>
          </li>
        ))}
      </ol>
      {more}
    </nav>
  )
}
