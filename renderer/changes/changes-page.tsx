import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { entityTypes } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import { changesQuery, type Restoring } from '../api/changes-queries.ts'
import { toFeedFilter, type ChangeFilter } from '../query/change-filter.ts'
import { usePlace } from '../query/use-place.ts'
import { Allowed } from '../state/allowed.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChangeFilters } from './change-filters.tsx'
import { ChangeList } from './change-list.tsx'
import type { AllColumns, DescribeChange } from './restorable.ts'
import { useRestore } from './use-restore.ts'
import '../ui/page.css'
import './changes.css'
import { t } from '../ui/text.ts'

interface ChangesPageProps {
  readonly columns: AllColumns
  readonly describe: DescribeChange
}

/** What changed in the catalog, newest first, narrowed as one likes; values are brought back from here. */
export function ChangesPage({ columns, describe }: ChangesPageProps) {
  const { place, change } = usePlace()
  const filter = place.changes ?? {}
  return (
    <div className="api-page changes-page">
      <header>
        <h1 className="catalog-title">{t('What changed')}</h1>
        <p className="ui-field-hint">
          {t(
            'Every change of the catalog, newest first. Restoring brings the earlier value back where nothing has changed it since, and can be undone.',
          )}
        </p>
      </header>
      <ChangeFilters filter={filter} columns={columns} onChange={(changes) => change({ changes })} />
      <Changes
        key={JSON.stringify(filter)}
        filter={filter}
        columns={columns}
        describe={describe}
        onFilter={(changes) => change({ changes })}
      />
    </div>
  )
}

interface ChangesProps extends ChangesPageProps {
  readonly filter: ChangeFilter
  readonly onFilter: (filter: ChangeFilter) => void
}

/** The changes of one filter; what is chosen is chosen among them. */
function Changes({ filter, onFilter, columns, describe }: ChangesProps) {
  const { events, total, error, more } = useChanges(filter)
  const [chosen, setChosen] = useState<ReadonlyMap<number, EventRecord>>(new Map())
  const restore = useRestore()
  const restoreChosen = (): void => {
    if (chosen.size === 0) return
    restore.mutate(restoringOf([...chosen.values()], filter.attribute))
    setChosen(new Map())
  }
  return (
    <>
      <div className="changes-summary">
        <span role="status">
          {chosen.size === 0
            ? t('{total, plural, one {# change} other {# changes}}', { total })
            : t('{total, plural, one {# change} other {# changes}}, {chosen} chosen', {
                total,
                chosen: chosen.size,
              })}
        </span>
        <Allowed to="rows">
          <span className="changes-keys">{t('Arrow keys move, Space chooses, R restores, Enter opens')}</span>
          <Button disabled={chosen.size === 0} busy={restore.isPending} onClick={restoreChosen}>
            {t('Restore chosen')}
          </Button>
          <RestoreAll filter={filter} total={total} newest={events?.[0]?.sequence} restore={restore} />
        </Allowed>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {events === undefined && error === null && <Skeleton height={240} />}
      {events?.length === 0 && <NoChanges filter={filter} onClear={() => onFilter({})} />}
      <ChangeList
        events={events ?? []}
        columns={columns}
        describe={describe}
        chosen={chosen}
        onChoose={setChosen}
        onRestoreChosen={restoreChosen}
        onRestore={(event, attribute = filter.attribute) => restore.mutate(restoringOf([event], attribute))}
        onNarrow={(part) => onFilter({ ...filter, ...part })}
      />
      {more}
    </>
  )
}

function useChanges(filter: ChangeFilter) {
  const { api } = useWorkspace()
  const { type, attribute } = filter
  const query = changesQuery(api, filter, () => ({ ...toFeedFilter(filter), ...(type && { type }) }))
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const more = hasNextPage && (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('Show earlier changes')}
    </Button>
  )
  const events = data?.pages.flatMap((page) => page.data.map((event) => onlyOf(event, attribute)))
  return { events, total: data?.pages[0]?.pagination.total ?? 0, error, more }
}

/** An event as far as it is about an attribute: nothing else of it is shown, or brought back. */
function onlyOf(event: EventRecord, attribute: string | undefined): EventRecord {
  if (attribute === undefined) return event
  return { ...event, changes: event.changes.filter((change) => change.attribute === attribute) }
}

interface RestoreAllProps {
  readonly filter: ChangeFilter
  readonly total: number
  /** The newest change that is shown: what comes while somebody reads the question is not meant. */
  readonly newest: number | undefined
  readonly restore: ReturnType<typeof useRestore>
}

function RestoreAll({ filter, total, newest, restore }: RestoreAllProps) {
  const [asked, setAsked] = useState<number>()
  const mutate = (upTo: number): void => {
    restore.mutate(restoringAll(filter, upTo))
    setAsked(undefined)
  }
  return (
    <>
      <Button disabled={total === 0 || restore.isPending} onClick={() => setAsked(newest)}>
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
            { total },
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** One request for each type, since an edit is about one. */
function restoringOf(events: readonly EventRecord[], attribute?: string): Restoring[] {
  return entityTypes.flatMap((type) => {
    const changes = events
      .filter(({ entity }) => entity?.type === type)
      .map(({ sequence }) => ({ sequence, ...(attribute !== undefined && { attributes: [attribute] }) }))
    return changes.length === 0 ? [] : [{ type, changes }]
  })
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
