import { useSelector } from '@tanstack/react-store'
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { RowHeight } from '#shared/views.ts'
import type { RowSource } from './data/row-source.ts'
import { comparedIn } from './data/compare-state.ts'
import { joiningIn, variantsShownIn } from './data/variants-state.ts'
import { cellOriginOf } from './data/cell-origin-state.ts'
import { detailOf } from './data/detail-state.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { followAwaited } from './actions/column-actions.ts'
import { openSession } from './actions/open-sessions.ts'
import { offerGrid } from './actions/grid-commands.ts'
import { isCalendarColumn, isKanbanColumn } from './model/board.ts'
import { canGroup, type Arrangement } from './model/group-tree.ts'
import { closeColumns, type GridColumn } from '../query/columns.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { useMay, whyNot } from '../state/rights.tsx'
import { gridLayoutOf, rowHeightPixels, type LookStore } from '../state/grid-layout.ts'
import { useGridTable } from './model/table.ts'
import { BulkRunBar } from './panels/bulk-run.tsx'
import { FindPanel } from './panels/find-panel.tsx'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { GridContext, useGrid } from './data/grid-context.ts'
import { GridScroller } from './view/grid-scroller.tsx'
import { GridSkeleton, LoadFailure, NoAttributes, NoRows, QueryFailure } from './view/grid-states.tsx'
import { HiddenRefusals } from './view/selection-summary.tsx'
import { PasteDialog } from './view/paste-dialog.tsx'
import { RowMenu } from './view/row-menu.tsx'
import { useGutterWidth } from './view/cell-box.tsx'
import { SavingBanner } from './view/saving-banner.tsx'
import { StatusBar } from './view/status-bar.tsx'
import { inSentence, t } from '../ui/text.ts'
import { typeTexts } from '../state/entity-types.ts'
import 'react-day-picker/style.css'
import './view/grid.css'
import './view/grid-cells.css'
import './view/grid-editors.css'
import './view/grid-ranges.css'
import './view/grid-groups.css'
import './view/grid-summary.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { reviewKey, reviewSummaryQuery } from '../api/generations-queries.ts'
import type { GridSession } from './data/grid-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { goToRow } from './actions/rows.ts'

const settleMs = 120

/** Announces the position of the cursor and events; of messages in quick succession only the last is read. */
function LiveRegion() {
  const { session } = useGrid()
  const announcement = useSelector(session.announcement)
  const [said, setSaid] = useState(announcement)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(announcement), settleMs)
    return () => clearTimeout(timer)
  }, [announcement])
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A repeated sentence differs by a space, so that it is announced again. */}
      {said.text}
      {said.count % 2 === 1 && '\u00a0'}
    </div>
  )
}

const LazyCompare = lazyPart(async () => (await import('./detail/compare-dialog.tsx')).CompareDialog)
const LazyVariants = lazyPart(async () => (await import('./detail/variants-dialog.tsx')).VariantsDialog)
const LazyJoin = lazyPart(async () => (await import('./detail/join-variants-dialog.tsx')).JoinVariantsDialog)
const LazyCellOrigin = lazyPart(
  async () => (await import('./detail/cell-origin-dialog.tsx')).CellOriginDialog,
  { isNeeded: ({ asked }) => asked !== undefined },
)
const LazyKanban = lazyPart(async () => (await import('./view/kanban-board.tsx')).KanbanBoard)
const LazyCalendar = lazyPart(async () => (await import('./view/calendar-month.tsx')).CalendarMonth)
const LazyDetails = lazyPart(async () => (await import('./detail/detail-panel.tsx')).DetailPanel)

export interface GridPageProps {
  readonly workspaceId: string
  readonly entityType: EntityType
  readonly query: GridQuery
  readonly onQueryChange: (next: GridQuery) => void
  readonly onAddAttribute: () => void
  /** The page that shows some of the rows for a purpose, with a layout of its own. */
  readonly surface?: string
  /** Stands in for the rows where none match; by default a hint at the filters. */
  readonly whenEmpty?: ReactNode
}

/** The entities of one type as a grid with in-place editing. Its only source of data is the HTTP API. */
export function GridPage(props: GridPageProps) {
  const { workspaceId, entityType, onAddAttribute } = props
  const { columns, attributes, error, isPending, refetch } = useGridColumns(workspaceId, entityType)
  const mayType = useMay()('values')
  const open = useMemo(
    () => (mayType ? columns : columns && closeColumns(columns, whyNot('values'))),
    [columns, mayType],
  )

  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  // Without the constraints a refusal could not name the bounds; the grid opens even if they fail to load.
  if (!open || isPending) return <GridSkeleton />
  if (attributes?.length === 0) {
    return <NoAttributes noun={inSentence(typeTexts()[entityType].plural)} onAddAttribute={onAddAttribute} />
  }
  return <CatalogGrid key={`${workspaceId} ${entityType} ${props.surface}`} {...props} columns={open} />
}

function CatalogGrid(props: GridPageProps & { readonly columns: readonly GridColumn[] }) {
  const { workspaceId, entityType, query, columns, onQueryChange, onAddAttribute, surface } = props
  const gridId = useId()
  const [page, setPage] = useState<HTMLElement | null>(null)
  const session = useMemo(() => openSession(workspaceId, entityType), [workspaceId, entityType])
  const look = gridLayoutOf(workspaceId, entityType, surface)
  const { table, geometry } = useGridTable(columns, look, useGutterWidth(session))
  const rowHeight = useSelector(look.rowHeight)
  const { isOpen: isDetailOpen } = useSelector(detailOf(session))
  const isComparing = useSelector(comparedIn(session)) !== undefined
  const changeQuery = useEffectEvent(onQueryChange)

  useLayoutEffect(() => session.layOut(columns, geometry), [session, columns, geometry])
  useEffect(() => session.connect(), [session])
  useEffect(() => offerGrid(session, look), [session, look])
  useMarkNews(session)
  const arrangement = useArrangement(look, columns)
  useEffect(() => session.show(query, arrangement), [session, query, arrangement])

  const grid = { session, table, look, query, onQueryChange: changeQuery, onAddAttribute, gridId, page }
  return (
    <GridContext value={grid}>
      <div ref={setPage} className="grid-page" data-row-height={rowHeight} style={rowHeightStyle(rowHeight)}>
        <AboveRows />
        <div className="detail-frame">
          <div className="detail-grid">
            <RowsShown key={rowHeight} columns={columns} whenEmpty={props.whenEmpty} />
          </div>
          {isDetailOpen && (
            <Suspense>
              <LazyDetails session={session} columns={columns} />
            </Suspense>
          )}
        </div>
        {isComparing && (
          <Suspense>
            <LazyCompare session={session} columns={columns} />
          </Suspense>
        )}
        <Variants columns={columns} />
        <CellOrigin columns={columns} />
        <BulkRunBar />
        <StatusBar />
        <LiveRegion />
        <PasteDialog />
        <GoToRow />
        <HiddenRefusals />
        <RowMenu />
      </div>
    </GridContext>
  )
}

function AboveRows() {
  return (
    <>
      <SavingBanner />
      <FindPanel />
    </>
  )
}

/** The rows in the kind of view that the layout names; the grid, where its attribute is gone. */
function RowsShown({ columns, whenEmpty }: GridContentProps & { readonly columns: readonly GridColumn[] }) {
  const { look } = useGrid()
  const { kind, kindBy } = useSelector(look.shownAs)
  const by = columns.find(({ id }) => id === kindBy)
  if (kind === 'kanban' && by && isKanbanColumn(by))
    return (
      <Suspense>
        <LazyKanban key={by.id} by={by} columns={columns} />
      </Suspense>
    )
  if (kind === 'calendar' && by && isCalendarColumn(by))
    return (
      <Suspense>
        <LazyCalendar key={by.id} by={by} />
      </Suspense>
    )
  return <GridContent whenEmpty={whenEmpty} />
}

function Variants({ columns }: { columns: readonly GridColumn[] }) {
  const { session } = useGrid()
  const id = useSelector(variantsShownIn(session))
  const joined = useSelector(joiningIn(session))
  return (
    <Suspense>
      {id !== undefined && <LazyVariants key={id} session={session} columns={columns} id={id} />}
      {joined && <LazyJoin session={session} ids={joined} />}
    </Suspense>
  )
}

function CellOrigin({ columns }: { columns: readonly GridColumn[] }) {
  const { session } = useGrid()
  const asked = useSelector(cellOriginOf(session))
  return (
    <Suspense>
      <LazyCellOrigin session={session} columns={columns} asked={asked} />
    </Suspense>
  )
}

function useArrangement(look: LookStore, columns: readonly GridColumn[]): Arrangement {
  const { keys } = useSelector(look.groupBy)
  const isTree = useSelector(look.isTree)
  const grouping = keys.flatMap((key) => columns.filter((column) => column.id === key && canGroup(column)))
  const groups = grouping.map(({ sortKey }) => sortKey).join(' ')
  return useMemo(() => {
    const groupBy = groups === '' ? [] : groups.split(' ')
    return { groupBy, isTree: isTree && groupBy.length === 0 }
  }, [groups, isTree])
}

// The normal height follows from the density of the whole app.
function rowHeightStyle(rowHeight: RowHeight): CSSProperties | undefined {
  if (rowHeight === 'normal') return undefined
  return { '--row-height': `${rowHeightPixels[rowHeight]}px` }
}

interface GridContentProps {
  readonly whenEmpty: ReactNode
}

function GridContent({ whenEmpty }: GridContentProps) {
  const { session } = useGrid()
  const source = useSelector(session.source)
  return source ? <LoadedContent source={source} whenEmpty={whenEmpty} /> : <GridSkeleton />
}

function LoadedContent({ source, whenEmpty }: GridContentProps & { source: RowSource }) {
  const { session, look } = useGrid()
  const { total, error } = useSelector(source.state)
  const drafts = useSelector(session.drafts.list)
  const isLoaded = total !== undefined
  useEffect(() => (isLoaded ? followAwaited(session, look) : undefined), [session, look, isLoaded])
  if (total === undefined && error) return <QueryFailure error={error} onRetry={() => source.refresh()} />
  if (total === undefined) return <GridSkeleton />
  return (
    <>
      <GridScroller />
      {source.rowCount === 0 && drafts.length === 0 && (
        <div className="grid-empty">{whenEmpty ?? <NoRows />}</div>
      )}
    </>
  )
}

function useMarkNews(session: GridSession): void {
  const queryClient = useQueryClient()
  const { data } = useQuery(reviewSummaryQuery(session.api))
  useEffect(() => {
    const { workspaceId } = session.api
    const { unsubscribe } = session.proposed.subscribe(
      () => void queryClient.invalidateQueries({ queryKey: reviewKey(workspaceId) }),
    )
    return unsubscribe
  }, [session, queryClient])
  useEffect(() => {
    if (data) session.lookups.decorations.marked.hear(data)
  }, [session, data])
}

function GoToRow() {
  const { session } = useGrid()
  const isOpen = useSelector(session.isGoingTo)
  return isOpen ? <GoToRowDialog session={session} /> : null
}

function GoToRowDialog({ session }: { session: GridSession }) {
  const [text, setText] = useState('')
  const { formats } = session.context
  const number = formats.parseNumber(text)
  const isRow = number !== undefined && Number.isInteger(number) && number >= 1
  const close = (): void => {
    session.isGoingTo.set(false)
    session.screen.focusInput()
  }
  const go = (): void => {
    close()
    if (isRow) goToRow(session, number)
  }
  return (
    <Dialog
      open
      size="small"
      title={t('Go to row')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form="go-to-row" disabled={!isRow}>
            {t('Go')}
          </Button>
        </>
      }
    >
      <form
        id="go-to-row"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRow) go()
        }}
      >
        <TextField
          label={t('Row number, 1 to {rowCount}', { rowCount: formats.formatNumber(session.rowCount) })}
          value={text}
          onChange={setText}
        />
      </form>
    </Dialog>
  )
}
