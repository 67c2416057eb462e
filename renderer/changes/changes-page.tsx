import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { entityTypes } from '#shared/entities.ts'
import { actionsOf, actionsQuery, changesQuery, type Restoring } from '../api/changes-queries.ts'
import { mergeActions } from '../jobs/merge-actions.ts'
import { usePageParams } from '../query/location.ts'
import { readChangeFilter, toFeedFilter, type ChangeFilter } from '../query/page-filters.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { ActionDifferences } from './action-differences.tsx'
import { ActionTimeline } from './action-timeline.tsx'
import { ChangeFilters } from './change-filters.tsx'
import { type AllColumns, type DescribeChange, useRestore } from './use-restore.ts'
import '../jobs/differences-grid.css'
import './changes.css'

interface ChangesPageProps {
  readonly columns: AllColumns
  readonly describe: DescribeChange
}

/** A timeline of actions, and the differences of one of them beside it. */
export function ChangesPage({ columns, describe }: ChangesPageProps) {
  const [{ action: id, ...filter }, change] = usePageParams(readChangeFilter)
  const { actions, error, more } = useActions(filter)
  return (
    <div className="changes-page" data-shown={id === undefined ? undefined : true}>
      <header>
        <h1 className="catalog-title">{t('What changed')}</h1>
        <ChangeFilters filter={filter} columns={columns} onChange={change} />
        <RestoreAll filter={filter} newest={actions?.[0]?.last_sequence} />
      </header>
      <Changes {...{ actions, error, more, filter, id, columns, describe }} onFilter={change} />
    </div>
  )
}

interface ChangesProps extends ChangesPageProps, ReturnType<typeof useActions> {
  readonly filter: ChangeFilter
  readonly id: string | undefined
  readonly onFilter: (filter: ChangeFilter) => void
}

function Changes({ actions, error, more, filter, id, columns, describe, onFilter }: ChangesProps) {
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!actions) return <Skeleton height={240} />
  const shown = actions.find((action) => action.id === id) ?? actions[0]
  if (!shown) return <NoChanges filter={filter} onClear={() => onFilter({})} />
  return (
    <div className="changes-columns">
      <div className="changes-timeline">
        <ActionTimeline actions={actions} filter={filter} shownId={shown.id} />
        {more}
      </div>
      <ActionDifferences
        key={shown.id}
        {...{ action: shown, attribute: filter.attribute, columns, describe }}
        onBack={() => onFilter(filter)}
      />
    </div>
  )
}

function useActions(filter: ChangeFilter) {
  const { api } = useWorkspace()
  const { type } = filter
  const pages = useInfiniteQuery(
    actionsQuery(api, filter, () => ({ ...toFeedFilter(filter), ...(type && { type }) })),
  )
  const more = pages.hasNextPage && (
    <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {t('Show earlier changes')}
    </Button>
  )
  return { actions: pages.data && mergeActions(actionsOf(pages.data.pages)), error: pages.error, more }
}

interface RestoreAllProps {
  readonly filter: ChangeFilter
  /** The newest shown change; the confirmation does not cover later ones. */
  readonly newest: number | undefined
}

/** Takes back all that a filter finds, whoever did it and in however many actions. */
function RestoreAll({ filter, newest }: RestoreAllProps) {
  const { api } = useWorkspace()
  const [asked, setAsked] = useState<number>()
  const restore = useRestore()
  const isNarrowed = Object.keys(filter).length > 0
  const { type } = filter
  const { data } = useInfiniteQuery({
    ...changesQuery(api, filter, () => ({ ...toFeedFilter(filter), ...(type && { type }) })),
    enabled: asked !== undefined,
  })
  const mutate = (upTo: number): void => {
    restore.mutate(restoringAll(filter, upTo))
    setAsked(undefined)
  }
  if (!isNarrowed || newest === undefined) return null
  return (
    <Allowed to="rows">
      <Button busy={restore.isPending} onClick={() => setAsked(newest)}>
        {t('Restore all…')}
      </Button>
      <ConfirmDialog
        title={t('Restore all that is shown?')}
        action={t('Restore all')}
        subject={asked}
        mutation={{ ...restore, mutate }}
        onClose={() => setAsked(undefined)}
      >
        <p>
          {t(
            'The values that {total, plural, one {# change} other {# changes}} wrote go back to what they were before. What has been changed again since stays, and what was created or moved to the trash stays where it is. You can undo this.',
            { total: data?.pages[0]?.pagination.total ?? 0 },
          )}
        </p>
      </ConfirmDialog>
    </Allowed>
  )
}

function restoringAll(filter: ChangeFilter, upTo: number): Restoring[] {
  const types = filter.type === undefined ? entityTypes : [filter.type]
  return types.map((type) => ({ type, filter: toFeedFilter(filter), up_to: upTo }))
}

function NoChanges({ filter, onClear }: { filter: ChangeFilter; onClear: () => void }) {
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <EmptyState
      icon={History}
      title={isNarrowed ? t('No changes match') : t('Nothing has changed yet')}
      actions={isNarrowed && <Button onClick={onClear}>{t('Show all changes')}</Button>}
    >
      <p>
        {isNarrowed
          ? t('Choose a longer time, or show all changes.')
          : t('Every change from now on is kept here, whoever makes it.')}
      </p>
    </EmptyState>
  )
}
