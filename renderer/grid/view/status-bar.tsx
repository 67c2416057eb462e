import type { CommandId } from '#shared/commands.ts'
import { mayRun } from '../../state/command-rights.ts'
import { present } from '../../state/rights.tsx'
import type { IndexProgress } from '#shared/schemas/grid.ts'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { CircleAlert, LoaderCircle, RefreshCw } from 'lucide-react'
import { describeMark, markKind, markNames } from '../../generation/mark-texts.ts'
import { askOrigin, markAt } from '../actions/note-on-cell.ts'
import { isHead } from '../actions/arranged-rows.ts'
import { selectedRows } from '../actions/bulk-target.ts'
import { duplicateRow, addVariant, trashSelected } from '../actions/rows.ts'
import { goToError } from '../actions/refusals.ts'
import { gridRuns } from '../actions/grid-commands.ts'
import { maxMerged, mergeRows } from '../actions/search-rows.ts'
import { maxCompared } from '../data/compare-state.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { useGrid } from '../data/grid-context.ts'
import type { CellPosition } from '../model/selection.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { RowSource } from '../data/row-source.ts'
import { indexProgressQuery } from '../../api/jobs-queries.ts'
import { SelectionSummary } from './selection-summary.tsx'
import { useRowChanges } from './cell-box.tsx'
import { isNarrowed } from '../../query/grid-query.ts'
import { type OpenDialog, useOpenDialog } from '../../state/dialogs.ts'
import { cachedByLanguage, t, tNodes } from '../../ui/text.ts'
import { describeMatching, formatEntityCount } from '../../state/entity-types.ts'

/**
 * Describes the effect of reordering on rows added here: `out` move, and unmatched ones vanish. Undefined
 * without any.
 */
export function heldText(out: number, unmatched: number): string | undefined {
  if (out <= 0)
    return unmatched === 0
      ? undefined
      : t(
          '{unmatched, plural, one {# new row does not match: hide it} other {# new rows do not match: hide them}}',
          { unmatched },
        )
  if (unmatched === 0)
    return t('{out, plural, one {# new row is} other {# new rows are}} out of order: put in order', { out })
  return t(
    '{out, plural, one {# new row is} other {# new rows are}} out of order, {unmatched, plural, one {# does} other {# do}} not match: put in order and hide',
    { out, unmatched },
  )
}

interface RowAction {
  readonly id: CommandId
  readonly text: string
  readonly title: string
  readonly run: (session: GridSession, openDialog: OpenDialog) => void
}

const duplicate = cachedByLanguage((): RowAction => ({
  id: 'duplicate-row',
  text: t('Duplicate row'),
  title: t('Add a row with the same values (Ctrl+Shift+D)'),
  run: (session) => void duplicateRow(session),
}))
const variant = cachedByLanguage((): RowAction => ({
  id: 'add-variant',
  text: t('Add variant'),
  title: t('Add a variant of this product (Ctrl+Shift+Enter)'),
  run: addVariant,
}))
const toFile = cachedByLanguage((): RowAction => ({
  id: 'export',
  text: t('Export'),
  title: t('Export the selected rows to a file'),
  run: (_session, openDialog) => openDialog({ kind: 'export', scope: 'selection' }),
}))
const trash = cachedByLanguage((): RowAction => ({
  id: 'trash-rows',
  text: t('Move to trash'),
  title: t('Move the selected rows to the trash (Ctrl+Delete)'),
  run: (session) => void trashSelected(session),
}))

function severalRowsActions(count: number): RowAction[] {
  const all: (RowAction | false)[] = [
    {
      id: 'edit-cells',
      text: t('Change {count} rows', { count }),
      title: t('Compute, replace or change values of the selected rows'),
      run: (session) => gridRuns()['edit-cells'](session),
    },
    count <= maxCompared && {
      id: 'compare-rows',
      text: t('Compare'),
      title: t('Show the selected rows side by side'),
      run: (session) => void gridRuns()['compare-rows'](session),
    },
    count <= maxMerged && {
      id: 'merge-rows',
      text: t('Merge'),
      title: t('Make one of the selected rows'),
      run: (session, openDialog) => void mergeRows(session, openDialog),
    },
  ]
  return all.filter((action) => action !== false)
}

/** The actions for the selection: none without a saved row, and none for one row on a head. */
function rowActions(session: GridSession): RowAction[] {
  const cursor = session.selection.get()?.cursor
  if (!cursor || !hasSavedRow(session)) return []
  const isRow = !isHead(session, cursor.row) && !isDraft(session, cursor.row)
  const { count } = selectedRows(session)
  const actions = [...(count > 1 ? severalRowsActions(count) : ofOneRow(session, isRow)), toFile(), trash()]
  return actions.filter(({ id }) => mayRun(present.get().may, id))
}

function ofOneRow(session: GridSession, isRow: boolean): RowAction[] {
  return [
    ...(isRow && session.type !== 'source' ? [duplicate()] : []),
    ...(isRow && session.type === 'product' ? [variant()] : []),
  ]
}

function hasSavedRow(session: GridSession): boolean {
  const { count } = selectedRows(session)
  const row = session.selection.get()?.cursor.row ?? 0
  return session.rowCount > 0 && (count > 1 || (count === 1 && !isDraft(session, row)))
}

function isDraft(session: GridSession, row: number): boolean {
  return isDraftId(session.rowAt(row)?.id ?? '')
}

export function StatusBar() {
  const { session } = useGrid()
  const source = useSelector(session.source)
  return (
    <div className="grid-status" role="group" aria-label={t('Status')}>
      {source && <RowCount source={source} />}
      {source && <Order source={source} />}
      <Position />
      <Drafts />
      <span className="grid-status-space" />
      {source && <IndexesInWork source={source} />}
      {source && <SourceTrouble source={source} />}
      <Edits />
    </div>
  )
}

function RowCount({ source }: { source: RowSource }) {
  const { session, query } = useGrid()
  const { total } = useSelector(source.state)
  const { matching } = useSelector(session.order.created)
  if (total === undefined) return null
  const listed = session.rows.listed
  const isPart = isNarrowed(query)
  const rows = listed?.rows ?? (isPart ? total + matching : source.rowCount)
  return (
    <span>
      {isPart ? describeMatching(rows, session.type) : formatEntityCount(rows, session.type)}
      {listed && `, ${t('{groups, plural, one {# group} other {# groups}}', { groups: listed.groups })}`}
    </span>
  )
}

function Order({ source }: { source: RowSource }) {
  const { session } = useGrid()
  useSelector(source.state)
  const out = useSelector(session.order.count)
  const { unmatched } = useSelector(session.order.created)
  const text = heldText(source.heldCount - unmatched, unmatched)
  return (
    <>
      {text !== undefined && (
        <button type="button" className="grid-status-action" onClick={() => session.putInOrder()}>
          {text}
        </button>
      )}
      {out > 0 && (
        <button type="button" className="grid-status-action" onClick={() => session.putInOrder()}>
          <RefreshCw size={13} aria-hidden />
          {t(
            '{out, plural, one {# row no longer matches} other {# rows no longer match}} the order: refresh',
            { out },
          )}
        </button>
      )}
    </>
  )
}

function Position() {
  const { session } = useGrid()
  useRowChanges()
  const selection = useSelector(session.selection)
  if (!selection || session.rowCount === 0) return null
  return (
    <>
      <div
        className="grid-status-facts"
        onPointerEnter={({ currentTarget }) => (currentTarget.title = currentTarget.innerText)}
      >
        <SelectionSummary selection={selection} />
      </div>
      <MarkButton cursor={selection.cursor} />
      {rowActions(session).map((action) => (
        <RowActionButton key={action.text} action={action} />
      ))}
    </>
  )
}

function MarkButton({ cursor }: { cursor: CellPosition }) {
  const { session } = useGrid()
  const mark = markAt(session, cursor)
  const kind = mark && markKind(mark)
  if (!kind) return null
  return (
    <button
      type="button"
      className="grid-status-action"
      title={t('{mark} F4 shows more.', { mark: describeMark(mark) })}
      onClick={() => askOrigin(session)}
    >
      {markNames()[kind]}
    </button>
  )
}

function RowActionButton({ action: { text, title, run } }: { action: RowAction }) {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  return (
    <button
      type="button"
      className="grid-status-action grid-row-action"
      title={title}
      onClick={() => run(session, openDialog)}
    >
      {text}
    </button>
  )
}

function Drafts() {
  const { session } = useGrid()
  const drafts = useSelector(session.drafts.list)
  useSelector(session.overlay.counts)
  const required = session.primaryColumn
  if (drafts.length === 0) return null
  const isRefused = drafts.some(({ entity }) => session.overlay.of(entity.id) !== undefined)
  return (
    <span className="grid-status-draft">
      {isRefused
        ? t('{count, plural, one {The new row is} other {# new rows are}} not saved yet: F8 shows why.', {
            count: drafts.length,
          })
        : t('{count, plural, one {The new row is} other {# new rows are}} not saved yet: enter {name}.', {
            count: drafts.length,
            name: required ? required.name : t('a value'),
          })}
    </span>
  )
}

/** Fetched once the rows are loaded, since a list without an index requests it. */
function IndexesInWork({ source }: { source: RowSource }) {
  const { session, query } = useGrid()
  const { total } = useSelector(source.state)
  const asked = indexProgressQuery(session.api, JSON.stringify([session.type, query]))
  const { data = [] } = useQuery({ ...asked, enabled: total !== undefined })
  const text = indexText(data)
  return text === undefined ? null : (
    <span
      className="grid-status-pending"
      title={t('Lists that find or sort by it are quick from then on. You can keep working meanwhile.')}
    >
      <LoaderCircle size={13} aria-hidden /> {text}
    </span>
  )
}

/** Describes the first index being made and its progress; undefined without one. */
export function indexText([first, ...others]: readonly IndexProgress[]): string | undefined {
  if (!first) return undefined
  const title =
    others.length === 0
      ? first.title
      : t('{title} and {count, plural, one {# other} other {# others}}', {
          title: first.title,
          count: others.length,
        })
  const share = first.total > 0 ? ` (${Math.floor((100 * first.done) / first.total)} %)` : ''
  return t('Speeding up {title}{share}', { title, share })
}

function SourceTrouble({ source }: { source: RowSource }) {
  const { error, total } = useSelector(source.state)
  if (!error || total === undefined) return null
  return (
    <span className="grid-status-bad">
      {tNodes('{circleAlert} Some rows could not be loaded.', {
        circleAlert: <CircleAlert size={14} aria-hidden />,
      })}
      <button type="button" className="grid-status-action" onClick={() => source.refresh()}>
        {t('Try again')}
      </button>
    </span>
  )
}

function Edits() {
  const { session } = useGrid()
  const { pending, refused } = useSelector(session.overlay.counts)
  const isAway = useSelector(session.streamState) === 'offline'
  return (
    <>
      {pending > 0 && (
        <span className="grid-status-pending">
          <LoaderCircle size={13} aria-hidden />{' '}
          {isAway
            ? t('{pending, plural, one {# change waits} other {# changes wait}} to be sent', { pending })
            : t('Saving {pending, plural, one {# change} other {# changes}}…', { pending })}
        </span>
      )}
      {refused > 0 && (
        <button type="button" className="grid-status-refused" onClick={() => goToError(session, 1)}>
          <CircleAlert size={14} aria-hidden />
          {t('{refused, plural, one {# change was} other {# changes were}} rejected: show (F8)', {
            refused,
          })}
        </button>
      )}
    </>
  )
}
