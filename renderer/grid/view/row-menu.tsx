import { commandTexts } from '#shared/commands.ts'
import type { CellMark } from '#shared/schemas/grid.ts'
import { Menu } from '@base-ui/react/menu'
import { useSelector } from '@tanstack/react-store'
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  Braces,
  ChevronsDownUp,
  ChevronsUpDown,
  ClipboardPaste,
  Columns2,
  Copy,
  CopyPlus,
  Eraser,
  Hash,
  ListPlus,
  type LucideIcon,
  Maximize2,
  MessageSquareQuote,
  PenLine,
  Plus,
  Sparkles,
  StickyNote,
  TableProperties,
  Trash2,
  X,
} from 'lucide-react'
import { SeveralRows } from './several-rows.tsx'
import { Fragment, useLayoutEffect } from 'react'
import { markKind } from '../../generation/mark-texts.ts'
import { markAt } from '../actions/ask-origin.ts'
import { editableKeys } from '../actions/bulk-editing.ts'
import { selectedRows } from '../actions/bulk-target.ts'
import { type GridCommandId, gridRuns } from '../actions/grid-commands.ts'
import { axesOf } from '../actions/navigation.ts'
import { rankOrder } from '../actions/rank-order.ts'
import { cellsText, selectedBlocks } from '../actions/ranges.ts'
import { fewestCompared, mostCompared } from '../data/compare-state.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { activeCellId, useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import { cellCount } from '../model/selection.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { byLanguage, t } from '../../ui/text.ts'
import { countOfType } from '../../state/entity-types.ts'

/** A command as the menu of the rows offers it: by what it does to the selection. */
interface RowMenuItem {
  readonly id: GridCommandId
  readonly icon: LucideIcon
  readonly text: string
  readonly keys: string | undefined
}

/** What the menu is opened on. */
interface MenuSubject {
  readonly session: GridSession
  readonly kind: 'row' | 'new' | 'head'
  readonly cells: number
  readonly rows: number
  /** What models, agents and scripts have to do with the cursor's cell. */
  readonly mark: CellMark | undefined
}

interface Offer {
  readonly icon: LucideIcon
  readonly text: (subject: MenuSubject) => string
  readonly fits: (subject: MenuSubject) => boolean
}

const onEntity = ({ kind }: MenuSubject): boolean => kind !== 'head'
const onSaved = ({ kind }: MenuSubject): boolean => kind === 'row'
const onHead = ({ kind }: MenuSubject): boolean => kind === 'head'
const canAdd = ({ kind, session }: MenuSubject): boolean => kind !== 'head' && session.type !== 'source'
const canCopy = (subject: MenuSubject): boolean => onSaved(subject) && canAdd(subject) && subject.rows === 1
const canMove = (subject: MenuSubject): boolean =>
  onSaved(subject) && rankOrder(subject.session) !== undefined
const ofCells =
  (one: string, many: (cells: string) => string) =>
  ({ session, cells }: MenuSubject): string =>
    cells === 1 ? one : many(cellsText(session, cells))

const cellOffers = byLanguage(
  () =>
    ({
      'expand-groups': { icon: ChevronsUpDown, text: () => t('Expand all groups'), fits: onHead },
      'collapse-groups': { icon: ChevronsDownUp, text: () => t('Collapse all groups'), fits: onHead },
      details: { icon: Maximize2, text: () => t('Open the details'), fits: onEntity },
      'value-origin': {
        icon: MessageSquareQuote,
        text: ({ mark }) =>
          mark && markKind(mark) === 'proposed'
            ? t('Show what is proposed…')
            : t('Where the value comes from…'),
        fits: (subject) => onSaved(subject) && subject.mark !== undefined,
      },
      'insert-row-above': { icon: ListPlus, text: () => t('Insert a row above'), fits: canAdd },
      'insert-row': { icon: ListPlus, text: () => t('Insert a row below'), fits: canAdd },
      'duplicate-row': { icon: CopyPlus, text: () => t('Duplicate the row'), fits: canCopy },
      'add-variant': {
        icon: Plus,
        text: () => t('Add a variant'),
        fits: (subject) => onSaved(subject) && subject.session.type === 'product' && subject.rows === 1,
      },
      'move-rows-up': { icon: ArrowUp, text: () => t('Move up'), fits: canMove },
      'move-rows-down': { icon: ArrowDown, text: () => t('Move down'), fits: canMove },
      'copy-cells': {
        icon: Copy,
        text: ofCells(t('Copy'), (cells) => t('Copy {cells}', { cells })),
        fits: onEntity,
      },
      'copy-with-headers': {
        icon: TableProperties,
        text: ofCells(t('Copy with column names'), (cells) => t('Copy {cells} with column names', { cells })),
        fits: onEntity,
      },
      'copy-as-markdown': { icon: Copy, text: () => t('Copy as Markdown'), fits: onEntity },
      'copy-as-json': { icon: Copy, text: () => t('Copy as JSON'), fits: onEntity },
      'copy-without-pictures': { icon: Copy, text: () => t('Copy without pictures'), fits: onEntity },
      'fill-to-end': { icon: ArrowDownToLine, text: () => t('Fill to the end'), fits: onEntity },
      'paste-cells': { icon: ClipboardPaste, text: () => t('Paste'), fits: onEntity },
      'clear-cells': {
        icon: Eraser,
        text: ofCells(t('Clear'), (cells) => t('Clear {cells}', { cells })),
        fits: onEntity,
      },
      'edit-cells': {
        icon: PenLine,
        text: ofCells(t('Change…'), (cells) => t('Change {cells}…', { cells })),
        fits: (subject) => onSaved(subject) && editableKeys(subject.session).length > 0,
      },
      'add-note': { icon: StickyNote, text: () => t('Add a note or to-do…'), fits: onSaved },
    }) as const satisfies Partial<Record<GridCommandId, Offer>>,
)

const rowOffers = byLanguage(
  () =>
    ({
      'compare-rows': {
        icon: Columns2,
        text: ({ rows }) => t('Compare {rows} rows', { rows }),
        fits: (subject) => onSaved(subject) && subject.rows >= fewestCompared && subject.rows <= mostCompared,
      },
      'copy-ids': {
        icon: Hash,
        text: ({ rows }) =>
          rows === 1 ? t('Copy the ID') : t('Copy {rows, plural, one {# ID} other {# IDs}}', { rows }),
        fits: onSaved,
      },
      'copy-address': {
        icon: Braces,
        text: () => t('Copy the address in the API'),
        fits: (subject) => onSaved(subject) && subject.rows === 1,
      },
      'trash-rows': {
        icon: Trash2,
        text: ({ session: { type }, rows }) =>
          rows === 1
            ? t('Move to the trash')
            : t('Move {value} to the trash', { value: countOfType(rows, type) }),
        fits: onSaved,
      },
      'discard-row': { icon: X, text: () => t('Discard the new row'), fits: ({ kind }) => kind === 'new' },
    }) as const satisfies Partial<Record<GridCommandId, Offer>>,
)

const offers = byLanguage(() => ({ ...cellOffers(), ...rowOffers() }))

type OfferedId = keyof ReturnType<typeof offers>

const groups: readonly (readonly OfferedId[])[] = [
  ['expand-groups', 'collapse-groups'],
  ['details', 'value-origin', 'add-note', 'compare-rows'],
  ['insert-row-above', 'insert-row', 'duplicate-row', 'add-variant'],
  ['move-rows-up', 'move-rows-down'],
  ['copy-cells', 'copy-with-headers', 'copy-as-markdown', 'copy-as-json', 'copy-without-pictures'],
  ['paste-cells', 'fill-to-end', 'edit-cells', 'clear-cells'],
  ['copy-ids', 'copy-address'],
  ['trash-rows', 'discard-row'],
]

/** The commands that fit what is selected, in groups. */
function rowMenuItems(session: GridSession): readonly (readonly RowMenuItem[])[] {
  const subject = subjectOf(session)
  if (!subject) return []
  return groups
    .map((ids) => ids.filter((id) => offers()[id].fits(subject)).map((id) => toItem(id, subject)))
    .filter((items) => items.length > 0)
}

function subjectOf(session: GridSession): MenuSubject | undefined {
  const cursor = session.selection.get()?.cursor
  if (!cursor || axesOf(session).rowCount === 0) return undefined
  const isNew = isDraftId(session.rowAt(cursor.row)?.id ?? '')
  return {
    session,
    kind: session.headAt(cursor.row) ? 'head' : isNew ? 'new' : 'row',
    cells: selectedBlocks(session).reduce((sum, block) => sum + cellCount(block), 0),
    rows: selectedRows(session).count,
    mark: markAt(session, cursor),
  }
}

function toItem(id: OfferedId, subject: MenuSubject): RowMenuItem {
  const command = commandTexts.find((text) => text.id === id)
  return {
    id,
    icon: offers()[id].icon,
    text: offers()[id].text(subject),
    keys: command && 'keys' in command ? command.keys : undefined,
  }
}

/** What can be done with the selected rows and cells, by the right button or by the menu key. */
export function RowMenu() {
  const { session, page, gridId } = useGrid()
  const { isOpen, x, y } = useSelector(session.rowMenu)
  const close = (): void => session.rowMenu.set((menu) => ({ ...menu, isOpen: false }))

  useLayoutEffect(() => {
    session.offer({
      openRowMenu: () => {
        const cursor = session.selection.get()?.cursor
        if (!cursor) return
        session.screen.reveal(cursor)
        const cell = document.getElementById(activeCellId(gridId))?.getBoundingClientRect()
        session.rowMenu.set({ isOpen: true, x: cell?.left ?? 0, y: cell?.bottom ?? 0 })
      },
    })
  }, [session, gridId])

  const run = ({ id }: RowMenuItem): void => {
    close()
    // The menu gives the focus back to the grid first.
    setTimeout(() => gridRuns()[id](session), 0)
  }
  return (
    <Menu.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Menu.Portal container={page}>
        <Menu.Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className="ui-positioner"
        >
          <Menu.Popup
            className="ui-popup ui-menu"
            aria-label={t('Rows')}
            // Where the menu key opens the browser's own menu when it is let go.
            onContextMenu={(event) => event.preventDefault()}
          >
            {isOpen && <Items onRun={run} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Values of the selected rows, where the type has attributes that models make. */
function GenerateItem() {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  if (!session.hasGenerated || subjectOf(session)?.kind !== 'row') return null
  const open = () => openDialog({ kind: 'generate', type: session.type, scope: 'selection' })
  return (
    <Menu.Item className="ui-menu-item" onClick={open}>
      <Sparkles aria-hidden />
      <span>{t('Generate values…')}</span>
      <span />
    </Menu.Item>
  )
}

function Items({ onRun }: { onRun: (item: RowMenuItem) => void }) {
  const { session } = useGrid()
  const subject = subjectOf(session)
  const rows = subject?.kind === 'row' ? subject.rows : 0
  return rowMenuItems(session).map((items, index) => (
    <Fragment key={items[0]?.id}>
      {index > 0 && <Menu.Separator className="ui-menu-separator" />}
      {items.map((item) => (
        <Menu.Item key={item.id} className="ui-menu-item" onClick={() => onRun(item)}>
          <item.icon aria-hidden />
          <span>{item.text}</span>
          {item.keys === undefined ? <span /> : <Kbd keys={item.keys} />}
        </Menu.Item>
      ))}
      {items.some(({ id }) => id === 'details') && <SeveralRows rows={rows} />}
      {items.some(({ id }) => id === 'edit-cells') && <GenerateItem />}
    </Fragment>
  ))
}
