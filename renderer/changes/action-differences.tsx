import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Undo2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { entityTypes } from '#shared/entities.ts'
import type { Change, EventRecord } from '#shared/events.ts'
import { entitiesByIdQuery } from '../api/entities-queries.ts'
import { actionEventsQuery, type Restoring } from '../api/changes-queries.ts'
import { UndoAction, useActionText } from '../jobs/action-line.tsx'
import type { ShownAction } from '../jobs/merge-actions.ts'
import { LocationLink } from '../query/location-link.tsx'
import { goTo } from '../query/location.ts'
import { deedTexts, nameAuthor, shownChanges, viaNames } from '../state/event-texts.ts'
import { Allowed, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { formatCount, formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { describeDefinition, nameSubject, placeOfEntity } from './event-of-change.ts'
import {
  type AllColumns,
  type DescribeChange,
  hasRestorable,
  isRestorable,
  useRestore,
  useRestoreFromTrash,
} from './use-restore.ts'

interface Wording {
  readonly columns: AllColumns
  readonly describe: DescribeChange
}

interface ActionDifferencesProps extends Wording {
  readonly action: ShownAction
  /** The only attribute to show and to restore. */
  readonly attribute: string | undefined
  readonly onBack: () => void
}

type ChosenEvents = ReadonlyMap<number, EventRecord>

/** The differences that an action made, an entry a row and an attribute a column; each can be restored. */
export function ActionDifferences(props: ActionDifferencesProps) {
  const { action, attribute: only, columns, describe, onBack } = props
  const { api } = useWorkspace()
  const pages = useInfiniteQuery(actionEventsQuery(api, action))
  const events = pages.data?.pages.flatMap((page) => page.events.map((event) => onlyOf(event, only)))
  const [chosen, setChosen] = useState<ChosenEvents>(new Map())
  const restore = useRestore()
  const restoreAll = (all: readonly EventRecord[]): void => {
    if (all.length > 0) restore.mutate(restoringOf(all, only))
    setChosen(new Map())
  }
  return (
    <section className="action-differences" aria-label={t('Differences')}>
      <Head action={action} onBack={onBack}>
        {mayChoose(events ?? [], columns) && (
          <Allowed to="rows">
            <Button
              disabled={chosen.size === 0}
              busy={restore.isPending}
              onClick={() => restoreAll([...chosen.values()])}
            >
              {t('Restore chosen')}
            </Button>
          </Allowed>
        )}
      </Head>
      {pages.error && <Notice tone="danger">{pages.error.message}</Notice>}
      {!events && !pages.error && <Skeleton height={160} />}
      {events && (
        <DifferenceTable
          {...{ events, columns, describe, chosen }}
          onChoose={setChosen}
          onRestore={(event, attribute = only) => restore.mutate(restoringOf([event], attribute))}
          onRestoreChosen={() => restoreAll([...chosen.values()])}
        />
      )}
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('Show more rows')}
        </Button>
      )}
    </section>
  )
}

function mayChoose(events: readonly EventRecord[], columns: AllColumns): boolean {
  return events.some((event) => hasRestorable(event, columns))
}

function onlyOf(event: EventRecord, attribute: string | undefined): EventRecord {
  if (attribute === undefined) return event
  return { ...event, changes: event.changes.filter((change) => change.attribute === attribute) }
}

interface HeadProps {
  readonly action: ShownAction
  readonly onBack: () => void
  readonly children: ReactNode
}

function Head({ action, onBack, children }: HeadProps) {
  const text = useActionText(action)
  return (
    <header>
      <IconButton label={t('Back to all changes')} className="action-back" onClick={onBack}>
        <ArrowLeft aria-hidden />
      </IconButton>
      <div>
        <h2>{text}</h2>
        <p className="ui-field-hint">
          {[
            nameAuthor(action.actor),
            viaNames()[action.via],
            formatMoment(action.ended_at),
            t('{count, plural, one {# change} other {# changes}}', { count: action.events }),
          ].join(' · ')}
        </p>
      </div>
      {children}
      <UndoAction action={action} name={text} />
    </header>
  )
}

interface DifferenceTableProps extends Wording {
  readonly events: readonly EventRecord[]
  readonly chosen: ChosenEvents
  readonly onChoose: (chosen: ChosenEvents) => void
  readonly onRestore: (event: EventRecord, attribute?: string) => void
  readonly onRestoreChosen: () => void
}

/** More columns than these are counted in a last one. */
const maxColumns = 12

function DifferenceTable(props: DifferenceTableProps) {
  const { events, columns, describe } = props
  const [current, setCurrent] = useState<number>()
  const body = useRef<HTMLTableSectionElement>(null)
  const onKeyDown = useRowKeys(props, body)
  const parents = useParentNames(events)
  const rows = events.map((event) => describeRow(event, { columns, describe, parents }))
  const all = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))]
  const shown = all.slice(0, maxColumns)
  const hasDeeds = new Set(events.map(({ event }) => event)).size > 1
  const hasChoice = mayChoose(events, columns)
  const focusable = events.some(({ sequence }) => sequence === current) ? current : events[0]?.sequence
  return (
    <div className="differences-grid" tabIndex={0} role="region" aria-label={t('What was changed')}>
      <table>
        <TableHead {...{ hasChoice, hasDeeds, shown }} isCut={all.length > shown.length} />
        <tbody ref={body} onKeyDown={onKeyDown}>
          {rows.map((row) => (
            <tr
              key={row.event.id}
              data-sequence={row.event.sequence}
              data-chosen={props.chosen.has(row.event.sequence) || undefined}
              tabIndex={row.event.sequence === focusable ? 0 : -1}
              onFocus={() => setCurrent(row.event.sequence)}
            >
              <RowCells
                row={row}
                {...props}
                {...{ shown, hasDeeds, hasChoice, isCut: all.length > shown.length }}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TableHeadProps {
  readonly hasChoice: boolean
  readonly hasDeeds: boolean
  readonly shown: readonly string[]
  readonly isCut: boolean
}

function TableHead({ hasChoice, hasDeeds, shown, isCut }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {hasChoice && (
          <th scope="col">
            <span className="visually-hidden">{t('Chosen')}</span>
          </th>
        )}
        <th scope="col" data-entry>
          {t('Entry')}
        </th>
        {hasDeeds && <th scope="col">{t('What happened')}</th>}
        {shown.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {isCut && <th scope="col">{t('Further values')}</th>}
      </tr>
    </thead>
  )
}

interface DifferenceCell {
  readonly change: Change
  readonly before: string
  readonly after: string
}

interface DifferenceRow {
  readonly event: EventRecord
  readonly name: string
  readonly cells: ReadonlyMap<string, DifferenceCell>
}

type ParentNames = ReadonlyMap<string, string | null>

/** The names of the parents in the changes; of one that is gone its id stays. */
function useParentNames(events: readonly EventRecord[]): ParentNames {
  const { api } = useWorkspace()
  const type = events.find(({ entity }) => entity)?.entity?.type ?? 'product'
  const ids = events
    .flatMap(({ changes }) => changes.filter(({ attribute }) => attribute === 'parent_id'))
    .flatMap(({ old, new: value }) => [old, value])
    .filter((id) => typeof id === 'string')
  const { data = [] } = useQuery(entitiesByIdQuery(api, type, [...new Set(ids)]))
  return new Map(data.map(({ id, label }) => [id, label]))
}

function describeRow(
  event: EventRecord,
  { columns, describe, parents }: Wording & { readonly parents: ParentNames },
): DifferenceRow {
  const { entity } = event
  const name = nameSubject(event, columns)
  const cells = shownChanges(event).flatMap((change) => {
    const shown = entity ? describe(change, entity.type) : describeDefinition(change)
    const { name: attribute } = shown
    const [before, after] = [shown.before, shown.after].map((text) =>
      change.attribute === 'parent_id' ? (parents.get(text) ?? text) : text,
    ) as [string, string]
    // The name of what was added stands in front of its row already.
    if (event.event === 'entity.created' && after === name) return []
    return [[attribute, { change, before, after }] as const]
  })
  return { event, name, cells: new Map(cells) }
}

interface RowCellsProps extends DifferenceTableProps {
  readonly row: DifferenceRow
  readonly shown: readonly string[]
  readonly hasDeeds: boolean
  readonly hasChoice: boolean
  readonly isCut: boolean
}

function RowCells(props: RowCellsProps) {
  const { row, shown, hasDeeds, hasChoice, isCut, columns, chosen, onChoose } = props
  const { event, name, cells } = row
  const canRestore = useMay()('rows') && hasRestorable(event, columns)
  return (
    <>
      {hasChoice && (
        <td>
          {canRestore && (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={chosen.has(event.sequence)}
              aria-label={t('Choose the change of {name}', { name })}
              onChange={() => onChoose(toggled(chosen, event))}
            />
          )}
        </td>
      )}
      <th scope="row">
        <SubjectLink event={event} name={name} />
        <BringBack event={event} name={name} />
      </th>
      {hasDeeds && <td>{deedTexts()[event.event]}</td>}
      {shown.map((key) => (
        <td key={key}>
          <Difference {...props} title={key} cell={cells.get(key)} />
        </td>
      ))}
      {isCut && <td>{formatCount([...cells.keys()].filter((key) => !shown.includes(key)).length)}</td>}
    </>
  )
}

function SubjectLink({ event, name }: { readonly event: EventRecord; readonly name: string }) {
  const { workspace } = useWorkspace()
  const location = placeOfEntity(workspace.id, event)
  if (location === undefined || event.event === 'entity.deleted') return name
  return (
    <LocationLink to={location} tabIndex={-1}>
      {name}
    </LocationLink>
  )
}

function BringBack({ event, name }: { readonly event: EventRecord; readonly name: string }) {
  const may = useMay()
  const fromTrash = useRestoreFromTrash()
  const { entity } = event
  if (event.event !== 'entity.deleted' || entity === null || !may('trash')) return null
  return (
    <Button
      variant="ghost"
      aria-label={t('Bring {name} back from the trash', { name })}
      onClick={() => fromTrash.mutate({ id: entity.id, name })}
    >
      {t('Bring back')}
    </Button>
  )
}

interface DifferenceProps extends RowCellsProps {
  readonly title: string
  readonly cell: DifferenceCell | undefined
}

function Difference({ row, title, cell, columns, onRestore }: DifferenceProps) {
  const { event, name } = row
  const { entity } = event
  if (!cell) return null
  const { change, before, after } = cell
  const old = before || t('empty')
  const canRestore = entity && hasRestorable(event, columns) && isRestorable(change, columns[entity.type])
  return (
    <span className="difference">
      {!event.event.endsWith('.created') && (
        <>
          <del data-empty={before === '' || undefined}>{old}</del>
          <span className="visually-hidden">{t('became')}</span>
        </>
      )}
      <ins data-empty={after === '' || undefined}>{after || t('empty')}</ins>
      {canRestore && (
        <Allowed to="rows">
          <IconButton
            label={t('Restore {name} of {event}: {old}', { name: title, event: name, old })}
            className="difference-restore"
            onClick={() => onRestore(event, change.attribute)}
          >
            <Undo2 aria-hidden />
          </IconButton>
        </Allowed>
      )}
    </span>
  )
}

function toggled(chosen: ChosenEvents, event: EventRecord): ChosenEvents {
  const next = new Map(chosen)
  if (!next.delete(event.sequence)) next.set(event.sequence, event)
  return next
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

type Keys = Readonly<Record<string, (() => void) | undefined>>

function useRowKeys(props: DifferenceTableProps, body: RefObject<HTMLTableSectionElement | null>) {
  const { events, columns, chosen, onChoose, onRestore, onRestoreChosen } = props
  const { workspace } = useWorkspace()
  const mayRestore = useMay()('rows')
  const keysOf = (row: HTMLTableRowElement, event: EventRecord, isOnRow: boolean): Keys => {
    const rows = [...(body.current?.rows ?? [])]
    const move = (step: number): void => rows[rows.indexOf(row) + step]?.focus()
    const canRestore = mayRestore && hasRestorable(event, columns)
    const location = event.event === 'entity.deleted' ? undefined : placeOfEntity(workspace.id, event)
    return {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: () => onChoose(new Map()),
      ...(isOnRow && {
        ' ': () => canRestore && onChoose(toggled(chosen, event)),
        r: () => (chosen.size > 0 ? onRestoreChosen() : canRestore && onRestore(event)),
        Enter: () => location && goTo(location),
      }),
    }
  }
  return (key: KeyboardEvent): void => {
    const row = key.target instanceof Element ? key.target.closest('tr') : null
    const event = events.find(({ sequence }) => String(sequence) === row?.dataset['sequence'])
    if (!row || !event || key.ctrlKey || key.metaKey || key.altKey) return
    const run = keysOf(row, event, key.target === row)[key.key]
    if (!run) return
    key.preventDefault()
    run()
  }
}
