import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState, useRef, type KeyboardEvent } from 'react'
import { entityTypes } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import { changesQuery, type Restoring } from '../api/changes-queries.ts'
import { readChangeFilter, toFeedFilter, type ChangeFilter } from '../query/page-filters.ts'
import { goTo, usePageParams } from '../query/location.ts'
import { useMay, Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { ChangeFilters } from './change-filters.tsx'
import {
  type AllColumns,
  type DescribeChange,
  groupByDay,
  hasRestorable,
  useRestore,
  useRestoreFromTrash,
} from './use-restore.ts'
import '../ui/page.css'
import './changes.css'
import { t, cachedByLocale } from '../ui/text.ts'
import { ChangeEntry, nameSubject, placeOfEntity, type ChangeEntryProps } from './change-entry.tsx'

interface ChangesPageProps {
  readonly columns: AllColumns
  readonly describe: DescribeChange
}

export function ChangesPage({ columns, describe }: ChangesPageProps) {
  const [filter, change] = usePageParams(readChangeFilter)
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
      <ChangeFilters filter={filter} columns={columns} onChange={change} />
      <Changes
        key={JSON.stringify(filter)}
        filter={filter}
        columns={columns}
        describe={describe}
        onFilter={change}
      />
    </div>
  )
}

interface ChangesProps extends ChangesPageProps {
  readonly filter: ChangeFilter
  readonly onFilter: (filter: ChangeFilter) => void
}

type ChosenEvents = ReadonlyMap<number, EventRecord>

interface ChangeListProps {
  readonly events: readonly EventRecord[]
  readonly columns: AllColumns
  readonly describe: DescribeChange
  readonly chosen: ChosenEvents
  readonly onChoose: (chosen: ChosenEvents) => void
  readonly onRestoreChosen: () => void
  readonly onRestore: (event: EventRecord, attribute?: string) => void
  readonly onNarrow: ChangeEntryProps['onNarrow']
}

const dayNames = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }))

function ChangeList(props: ChangeListProps) {
  const { events, columns, describe, chosen, onChoose, onRestore, onNarrow } = props
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<number>()
  const fromTrash = useRestoreFromTrash()
  const choose = (event: EventRecord, isChosen: boolean): void => {
    const next = new Map(chosen)
    if (isChosen) next.set(event.sequence, event)
    else next.delete(event.sequence)
    onChoose(next)
  }
  const onKeyDown = useListKeys(props, list, choose)
  const last = events.some(({ sequence }) => sequence === current) ? current : events[0]?.sequence
  return (
    <div ref={list} className="changes-days" onKeyDown={onKeyDown}>
      {groupByDay(events).map(({ day, events: ofDay }) => (
        <section key={day} aria-label={dayNames().format(new Date(day))}>
          <h2>{dayNames().format(new Date(day))}</h2>
          <ol>
            {ofDay.map((event) => (
              <li
                key={event.id}
                data-sequence={event.sequence}
                data-chosen={chosen.has(event.sequence) || undefined}
                aria-label={nameSubject(event, columns)}
                tabIndex={event.sequence === last ? 0 : -1}
                onFocus={() => setCurrent(event.sequence)}
              >
                <ChangeEntry
                  event={event}
                  columns={columns}
                  describe={describe}
                  isChosen={chosen.has(event.sequence)}
                  onChoose={(isChosen) => choose(event, isChosen)}
                  onRestore={(attribute) => onRestore(event, attribute)}
                  onRestoreFromTrash={() =>
                    event.entity &&
                    fromTrash.mutate({ id: event.entity.id, name: nameSubject(event, columns) })
                  }
                  onNarrow={onNarrow}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function useListKeys(
  { events, columns, chosen, onChoose, onRestore, onRestoreChosen }: ChangeListProps,
  list: React.RefObject<HTMLDivElement | null>,
  choose: (event: EventRecord, isChosen: boolean) => void,
) {
  const { api } = useWorkspace()
  const mayRestore = useMay()('rows')
  const move = (from: Element, step: number): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('li[data-sequence]') ?? [])]
    items[items.findIndex((item) => item === from) + step]?.focus()
  }
  const isRestorable = (event: EventRecord): boolean => mayRestore && hasRestorable(event, columns)
  const restore = (event: EventRecord): void => {
    if (chosen.size > 0) onRestoreChosen()
    else if (isRestorable(event)) onRestore(event)
  }
  return (key: KeyboardEvent): void => {
    const item = key.target instanceof Element ? key.target.closest('li[data-sequence]') : null
    const event = events.find(({ sequence }) => String(sequence) === item?.getAttribute('data-sequence'))
    if (!item || !event || key.ctrlKey || key.metaKey || key.altKey) return
    const anywhere: Keys = {
      ArrowDown: () => move(item, 1),
      ArrowUp: () => move(item, -1),
      Escape: () => onChoose(new Map()),
    }
    const onItem: Keys = {
      ' ': () => void (isRestorable(event) && choose(event, !chosen.has(event.sequence))),
      Enter: () => openEntity(api.workspaceId, event),
      r: () => restore(event),
    }
    const run = anywhere[key.key] ?? (key.target === item ? onItem[key.key] : undefined)
    if (!run) return
    key.preventDefault()
    run()
  }
}

type Keys = Readonly<Record<string, (() => void) | undefined>>

function openEntity(workspaceId: string, event: EventRecord): void {
  const location = placeOfEntity(workspaceId, event)
  if (location && event.event !== 'entity.deleted') goTo(location)
}

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

function onlyOf(event: EventRecord, attribute: string | undefined): EventRecord {
  if (attribute === undefined) return event
  return { ...event, changes: event.changes.filter((change) => change.attribute === attribute) }
}

interface RestoreAllProps {
  readonly filter: ChangeFilter
  readonly total: number
  /** The newest shown change; the confirmation does not cover later ones. */
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

/** Makes one request per type, since an edit is about one type. */
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
