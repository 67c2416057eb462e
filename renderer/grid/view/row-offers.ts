import { commandTexts } from '#shared/commands.ts'
import type { CellMark } from '#shared/schemas/grid.ts'
import { isOneOf } from '#shared/text.ts'
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  Braces,
  ChevronsDownUp,
  ChevronsUpDown,
  ClipboardPaste,
  Columns2,
  Combine,
  Copy,
  CopyPlus,
  Eraser,
  Grid3x3,
  Hash,
  ListPlus,
  type LucideIcon,
  Maximize2,
  MessageCircle,
  MessageSquareQuote,
  PenLine,
  Scissors,
  Plus,
  StickyNote,
  TableProperties,
  Trash2,
  Ungroup,
  X,
} from 'lucide-react'
import { markKind } from '../../generation/mark-texts.ts'
import { formatEntityCount } from '../../state/entity-types.ts'
import { mayRun } from '../../state/command-rights.ts'
import { present } from '../../state/rights.tsx'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { markAt } from '../actions/note-on-cell.ts'
import { editableKeys, selectedRows } from '../actions/bulk-target.ts'
import type { GridCommandId } from '../actions/grid-commands.ts'
import { axesOf } from '../actions/navigation.ts'
import { rankOrder } from '../actions/rank-order.ts'
import { cellsText, selectedBlocks } from '../actions/ranges.ts'
import { fewestCompared, maxCompared } from '../data/compare-state.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { cellCount } from '../model/selection.ts'

export interface RowMenuItem {
  readonly id: GridCommandId
  readonly icon: LucideIcon
  readonly text: string
  readonly keys: string | undefined
}

interface MenuSubject {
  readonly session: GridSession
  readonly kind: 'row' | 'new' | 'head'
  readonly cells: number
  readonly rows: number
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
const isVariant = ({ session }: MenuSubject): boolean =>
  (session.rowAt(session.selection.get()?.cursor.row ?? -1)?.parent_id ?? null) !== null
const ofCells =
  (one: string, many: (cells: string) => string) =>
  ({ cells }: MenuSubject): string =>
    cells === 1 ? one : many(cellsText(cells))

const cellOffers = cachedByLanguage(
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
      'fill-to-end': { icon: ArrowDownToLine, text: () => t('Fill to the end'), fits: onEntity },
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
    }) as const satisfies Partial<Record<GridCommandId, Offer>>,
)

const clipboardOffers = cachedByLanguage(
  () =>
    ({
      'cut-cells': {
        icon: Scissors,
        text: ofCells(t('Cut'), (cells) => t('Cut {cells}', { cells })),
        fits: (subject) => onSaved(subject) && editableKeys(subject.session).length > 0,
      },
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
      'paste-cells': { icon: ClipboardPaste, text: () => t('Paste'), fits: onEntity },
    }) as const satisfies Partial<Record<GridCommandId, Offer>>,
)

const rowOffers = cachedByLanguage(
  () =>
    ({
      'add-note': { icon: StickyNote, text: () => t('Add a note or to-do…'), fits: onSaved },
      'add-comment': { icon: MessageCircle, text: () => t('Comment…'), fits: onSaved },
      'compare-rows': {
        icon: Columns2,
        text: ({ rows }) => t('Compare {rows} rows', { rows }),
        fits: (subject) => onSaved(subject) && subject.rows >= fewestCompared && subject.rows <= maxCompared,
      },
      variants: {
        icon: Grid3x3,
        text: () => t('Variants…'),
        fits: (subject) => onSaved(subject) && subject.session.type === 'product' && subject.rows === 1,
      },
      'join-variants': {
        icon: Combine,
        text: ({ rows }) => t('Make {rows} rows variants of one product…', { rows }),
        fits: (subject) => onSaved(subject) && subject.session.type === 'product' && subject.rows > 1,
      },
      'part-variants': {
        icon: Ungroup,
        text: ({ rows }) =>
          t('{rows, plural, one {Make it a product of its own} other {Make # rows products of their own}}', {
            rows,
          }),
        fits: (subject) => onSaved(subject) && isVariant(subject),
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
            : t('Move {value} to the trash', { value: formatEntityCount(rows, type) }),
        fits: onSaved,
      },
      'discard-row': { icon: X, text: () => t('Discard the new row'), fits: ({ kind }) => kind === 'new' },
    }) as const satisfies Partial<Record<GridCommandId, Offer>>,
)

const offers = cachedByLanguage(() => ({ ...cellOffers(), ...clipboardOffers(), ...rowOffers() }))

type OfferedId = keyof ReturnType<typeof offers>

/** Further forms of a copy, which stand in a menu of their own. */
const copies = [
  'copy-with-headers',
  'copy-as-markdown',
  'copy-as-json',
  'copy-without-pictures',
  'copy-ids',
  'copy-address',
] as const satisfies readonly OfferedId[]

export function isFurtherCopy({ id }: Pick<RowMenuItem, 'id'>): boolean {
  return isOneOf(copies, id)
}

const groups: readonly (readonly OfferedId[])[] = [
  ['expand-groups', 'collapse-groups'],
  ['details', 'value-origin', 'add-note', 'add-comment', 'compare-rows'],
  [
    'insert-row-above',
    'insert-row',
    'duplicate-row',
    'add-variant',
    'variants',
    'join-variants',
    'part-variants',
  ],
  ['move-rows-up', 'move-rows-down'],
  ['cut-cells', 'copy-cells', ...copies, 'paste-cells'],
  ['fill-to-end', 'edit-cells', 'clear-cells'],
  ['trash-rows', 'discard-row'],
]

export function rowMenuItems(session: GridSession): readonly (readonly RowMenuItem[])[] {
  const subject = subjectOf(session)
  if (!subject) return []
  return groups
    .map((ids) =>
      ids
        .filter((id) => offers()[id].fits(subject) && mayRun(present.get().may, id))
        .map((id) => toItem(id, subject)),
    )
    .filter((items) => items.length > 0)
}

export function subjectOf(session: GridSession): MenuSubject | undefined {
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
