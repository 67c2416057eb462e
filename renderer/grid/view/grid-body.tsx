import type { EntityResource } from '#shared/entities.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { type DragEvent, type RefObject, useLayoutEffect, useMemo, useRef, useEffect } from 'react'
import { cellAt } from '../actions/cell-state.ts'
import { selectInPlace } from '../actions/navigation.ts'
import { rankOrder } from '../actions/rank-order.ts'
import { openPlacing, putFiles, takesFiles, takesPictures } from '../actions/put-picture.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { activeCellId, useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import { rowsBySlot, type Geometry, type IndexRange, runsOf } from '../model/geometry.ts'
import { selectCell } from '../model/selection.ts'
import { GridRow, type GridRowProps } from './grid-row.tsx'
import { useGroupSums, GroupRow } from './group-row.tsx'
import { usePointer } from './use-pointer.ts'
import { useRowChanges } from './cell-box.tsx'
import { type ViewRange, type Viewport, useViewport } from './viewport.ts'
import { isTallRow } from '../../state/grid-layout.ts'
import { unplacedKey } from '../../api/assets-queries.ts'
import { pictureDrop } from '../../state/desktop-files.ts'
import { placeStored } from '../../state/placed-pictures.ts'
import { findCorrectedWords, findWords, misspelledWords, searchedWords } from '../model/found-words.ts'

type RowPlace = Pick<GridRowProps, 'level' | 'isExpanded' | 'isIndented'>

const plain: RowPlace = { level: undefined, isExpanded: undefined, isIndented: false }

function rankMark(session: GridSession) {
  return rankOrder(session) ? { 'data-ranked': true } : undefined
}

function isAway<T extends { readonly row: number }>(
  session: GridSession,
  { firstRow, lastRow }: ViewRange,
  cursor: T | undefined,
): cursor is T {
  if (!cursor || cursor.row >= session.rowCount) return false
  return cursor.row < firstRow || cursor.row > lastRow
}

function knownOf(session: GridSession, entity: EntityResource | undefined, row: number) {
  const { overlay, lookups, shown } = session
  return {
    entity,
    isGone: entity === undefined && shown.isGone(row),
    edits: entity && overlay.of(entity.id),
    referrers: entity && lookups.referrers.of(entity),
    decoration: entity && lookups.decorations.of(entity),
  }
}

/**
 * Returns the rows to draw in the order of their elements, and placeholder rows, which are too many for
 * elements.
 */
function rowsInRange(session: GridSession, range: ViewRange, cursorRow: number | undefined) {
  const { firstRow: first, lastRow: last, originRow, slots, isFlinging } = range
  const rows = rowsBySlot({ first, last }, originRow, slots)
  if (!isFlinging) return { drawn: rows, flying: [] }
  // The cursor's row is always drawn, since the input references its cell as the active one.
  const isPlaceholder = (row: number): boolean =>
    row !== cursorRow && session.shownAt(row) === undefined && !session.shown.isGone(row)
  return { drawn: rows.filter((row) => !isPlaceholder(row)), flying: rows.filter(isPlaceholder) }
}

function placeOf(session: GridSession, entity: EntityResource | undefined): RowPlace {
  const { groupBy, isTree } = session.rows.state.get()
  if (groupBy.length > 0) return { ...plain, level: groupBy.length + 1 }
  if (!isTree || !session.rows.plan) return plain
  const level = entity ? session.rows.levelOf(entity) : 1
  const hasVariants = entity && (session.rows.variantsOf(entity.id) ?? 0) > 0
  return { level, isExpanded: hasVariants ? session.rows.isExpanded(entity.id) : undefined, isIndented: true }
}

interface Point {
  readonly clientX: number
  readonly clientY: number
}

function cellUnder(session: GridSession, viewport: Viewport, point: Point) {
  const place = viewport.cellAtPoint(point)
  const cell = place && cellAt(session, place)
  return place && cell && { place, ...cell }
}

/** Files of any kind go into the cells of files that they are dropped on. */
function fileDrop(session: GridSession, cellAtDrop: (event: DragEvent) => ReturnType<typeof cellUnder>) {
  return {
    isTarget: (event: DragEvent) => {
      const target = cellAtDrop(event)
      if (!target || !takesFiles(target.column)) return false
      selectInPlace(session, selectCell(target.place))
      return true
    },
    onFiles: (files: readonly File[], event: DragEvent) => {
      const target = cellAtDrop(event)
      if (target) void putFiles(session, target.entity, target.column, files)
    },
  }
}

/** Pictures go into the cell that they are dropped on, or are placed at the product of another cell's row. */
function usePictureDrop(session: GridSession, viewport: Viewport) {
  const openDialog = useOpenDialog()
  const queryClient = useQueryClient()
  return useMemo(() => {
    const targetAt = (point: Point) => {
      const cell = cellUnder(session, viewport, point)
      if (!cell) return undefined
      const isPicture = takesPictures(cell.column)
      return isPicture || cell.entity.type === 'product' ? { isPicture, ...cell } : undefined
    }
    const place = (event: DragEvent): void => {
      const target = targetAt(event)
      if (target) openPlacing(openDialog, target, event.dataTransfer)
    }
    return pictureDrop({
      isTarget: (event) => {
        const target = targetAt(event)
        if (target) selectInPlace(session, selectCell(target.place))
        return target !== undefined
      },
      onPicture: (file, event) => {
        const target = targetAt(event)
        if (target?.isPicture) void putFiles(session, target.entity, target.column, [file])
        else place(event)
      },
      onPictures: place,
      anyFiles: fileDrop(session, (event) => cellUnder(session, viewport, event)),
      onStored: (pictures, event) => {
        const target = targetAt(event)
        if (target?.entity.type !== 'product' || pictures.length === 0) return
        const attribute = target.isPicture ? target.column.id : undefined
        void placeStored(session.api, pictures, { product: target.entity.id, attribute }).then(() =>
          queryClient.invalidateQueries({ queryKey: unplacedKey(session.api.workspaceId) }),
        )
      },
    })
  }, [session, viewport, openDialog, queryClient])
}

const highlightName = 'found'

/**
 * Marks hits of a search in drawn cells. The browser paints ranges of text, so no cell needs another
 * element.
 */
function useSearchMarks(layer: RefObject<HTMLElement | null>, search: string): void {
  useEffect(() => {
    const words = searchedWords(search)
    const rows = layer.current
    if (rows === null || words.length === 0) return undefined
    const mark = (): void =>
      void CSS.highlights.set(highlightName, new Highlight(...rangesIn(textsOf(rows), search, words)))
    const observer = new MutationObserver(mark)
    observer.observe(rows, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      observer.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [layer, search])
}

interface CellText {
  readonly node: Node
  readonly text: string
}

function textsOf(rows: HTMLElement): CellText[] {
  const texts: CellText[] = []
  for (const cell of rows.querySelectorAll('.grid-cell')) {
    const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
      texts.push({ node, text: node.nodeValue ?? '' })
  }
  return texts
}

function rangesIn(texts: readonly CellText[], search: string, words: readonly string[]): Range[] {
  const misspelled = misspelledWords(
    search,
    texts.map(({ text }) => text),
  )
  return texts.flatMap(({ node, text }) =>
    [...findWords(text, words), ...findCorrectedWords(text, misspelled)].map(([from, to]) =>
      rangeOf(node, from, to),
    ),
  )
}

function rangeOf(text: Node, from: number, to: number): Range {
  const range = new Range()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}

function useLayer(viewport: Viewport, search: string): RefObject<HTMLDivElement | null> {
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (layer.current ? viewport.addLayer(layer.current) : undefined), [viewport])
  useSearchMarks(layer, search)
  return layer
}

export function GridBody() {
  const { session, gridId, look, query } = useGrid()
  const viewport = useViewport()
  const layer = useLayer(viewport, query.q)
  const pointer = usePointer(session, viewport)
  const drop = usePictureDrop(session, viewport)
  const range = useSelector(viewport.range)
  const geometry = useSelector(session.geometry)
  const cursor = useSelector(session.selection, (selection) => selection?.cursor)
  const isTall = isTallRow(useSelector(look.rowHeight))
  const sums = useGroupSums()
  useRowChanges()

  const activeId = activeCellId(gridId)
  const row = (position: number, key: number | string) => {
    const entity = session.rowAt(position)
    const head = entity ? undefined : session.headAt(position)
    const top = (position - range.baseRow) * viewport.rowHeight
    const shared = { session, row: position, top, geometry, activeId }
    if (head) {
      const columns = { first: range.firstColumn, last: range.lastColumn }
      return (
        <GroupRow key={key} {...shared} {...{ head, columns, sums }} isActive={cursor?.row === position} />
      )
    }
    return (
      <GridRow
        key={key}
        {...shared}
        {...placeOf(session, entity)}
        {...knownOf(session, entity, position)}
        firstColumn={range.firstColumn}
        lastColumn={range.lastColumn}
        activeColumnId={cursor?.row === position ? cursor.columnId : undefined}
        isTall={isTall}
      />
    )
  }
  const { slots, baseRow } = range
  const { drawn, flying: placeholders } = rowsInRange(session, range, cursor?.row)
  return (
    <div role="rowgroup" ref={layer} className="grid-layer" {...pointer} {...drop} {...rankMark(session)}>
      {drawn.map((position) => row(position, position % slots))}
      {placeholders.length > 0 && (
        <PlaceholderRows rows={placeholders} {...{ baseRow, rowHeight: viewport.rowHeight, geometry }} />
      )}
      {isAway(session, range, cursor) && row(cursor.row, 'cursor')}
    </div>
  )
}

interface PlaceholderRowsProps {
  readonly rows: readonly number[]
  readonly baseRow: number
  readonly rowHeight: number
  readonly geometry: Geometry
}

/** Rows scrolled past before they load: numbers and bars in one element, as they change with each frame. */
function PlaceholderRows({ rows, baseRow, rowHeight, geometry }: PlaceholderRowsProps) {
  return runsOf(rows).map(({ first, last }, index) => {
    const [top, height] = [(first - baseRow) * rowHeight, (last - first + 1) * rowHeight]
    return (
      <div
        key={index}
        aria-hidden
        className="grid-placeholder-rows"
        style={{ top, height, width: geometry.rowWidth }}
      >
        <div className="grid-pinned" style={{ width: geometry.pinnedWidth }}>
          <div className="grid-placeholder-rows-numbers" style={{ width: geometry.gutterWidth }}>
            {numbersOf({ first, last })}
          </div>
        </div>
      </div>
    )
  })
}

function numbersOf({ first, last }: IndexRange): string {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index + 1).join('\n')
}
