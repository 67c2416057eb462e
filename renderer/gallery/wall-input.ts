import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useState,
} from 'react'
import { followDrag } from '../ui/follow-drag.tsx'
import { type Picture, type PictureSource } from './picture-source.ts'
import {
  type Area,
  moveFocus,
  noSelection,
  rangeTo,
  selectOne,
  tileAt,
  tileGap,
  tilePosition,
  tilesIn,
  toggleOne,
  type WallLayout,
  type WallSelection,
} from './wall-model.ts'

export interface PictureWallProps {
  readonly label: string
  readonly source: PictureSource
  readonly selection: WallSelection
  readonly onSelect: (selection: WallSelection) => void
  readonly onOpen: (picture: Picture) => void
  readonly onRemove?: (() => void) | undefined
  readonly onUndo?: (() => void) | undefined
  /** Takes a single file that was dropped on a picture; without it files are left to what is around. */
  readonly onReplace?: ((picture: Picture, file: File) => void) | undefined
}

type WallActions = Pick<PictureWallProps, 'source' | 'selection' | 'onSelect'>

const lassoBeginsAtPx = 5
const edgePx = 32
const edgeStepPx = 14

/** Clicks select, with Shift a range and with Ctrl one more; a drag draws a lasso. */
export function useWallPointer(
  wall: RefObject<HTMLDivElement | null>,
  layout: WallLayout,
  { source, selection, onSelect }: WallActions,
) {
  const [lasso, setLasso] = useState<Area>()
  const total = source.total ?? 0
  const pointAt = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = wall.current?.getBoundingClientRect()
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) + (wall.current?.scrollTop ?? 0) }
  }
  const indexAt = (event: Pick<MouseEvent, 'clientX' | 'clientY'>) => tileAt(layout, pointAt(event), total)
  const idsIn = (area: Area): string[] =>
    tilesIn(layout, area, total).flatMap((index) => source.at(index)?.id ?? [])

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const element = wall.current
    const start = pointAt(event)
    if (event.button !== 0 || !element || start.x >= element.clientWidth) return
    const adds = event.shiftKey || event.ctrlKey || event.metaKey
    let drawn: Area | undefined
    followDrag(event, {
      onMove(moved) {
        scrollAtEdge(element, moved.clientY)
        const at = pointAt(moved)
        if (!drawn && Math.hypot(at.x - start.x, at.y - start.y) < lassoBeginsAtPx) return
        drawn = areaBetween(start, at, { width: element.clientWidth, height: element.scrollHeight })
        setLasso(drawn)
        onSelect({ ...selection, ids: new Set([...(adds ? selection.ids : []), ...idsIn(drawn)]) })
      },
      onEnd(isDropped) {
        setLasso(undefined)
        if (!isDropped) onSelect(selection)
        else if (!drawn) selectAt({ source, selection, onSelect }, tileAt(layout, start, total), event)
        else onSelect(afterLasso(tilesIn(layout, drawn, total), drawn))
      },
    })
    const afterLasso = (indexes: readonly number[], area: Area): WallSelection => ({
      focus: indexes.at(-1) ?? selection.focus,
      anchor: indexes[0] ?? selection.anchor,
      ids: new Set([...(adds ? selection.ids : []), ...idsIn(area)]),
    })
  }

  return { lasso, indexAt, onPointerDown }
}

function selectAt(actions: WallActions, index: number | undefined, keys: PointerEvent<HTMLElement>): void {
  const { source, selection, onSelect } = actions
  const picture = index === undefined ? undefined : source.at(index)
  const isCommand = keys.ctrlKey || keys.metaKey
  if (index === undefined || !picture) {
    if (!keys.shiftKey && !isCommand) onSelect(noSelection)
  } else if (keys.shiftKey) void selectRange(actions, index)
  else if (isCommand) onSelect(toggleOne(selection, index, picture.id))
  else onSelect(selectOne(index, picture.id))
}

function scrollAtEdge(element: HTMLElement, clientY: number): void {
  const { top, bottom } = element.getBoundingClientRect()
  if (clientY < top + edgePx) element.scrollTop -= edgeStepPx
  else if (clientY > bottom - edgePx) element.scrollTop += edgeStepPx
}

type Point = { readonly x: number; readonly y: number }

function areaBetween(a: Point, b: Point, { width, height }: { width: number; height: number }): Area {
  const within = (value: number, end: number): number => Math.max(0, Math.min(end - 1, value))
  return {
    left: within(Math.min(a.x, b.x), width),
    top: within(Math.min(a.y, b.y), height),
    right: within(Math.max(a.x, b.x), width),
    bottom: within(Math.max(a.y, b.y), height),
  }
}

async function selectRange({ source, selection, onSelect }: WallActions, index: number): Promise<void> {
  const pictures = await source.load(rangeTo(selection, index))
  const anchor = selection.anchor ?? index
  onSelect({ focus: index, anchor, ids: new Set(pictures.map(({ id }) => id)) })
}

/** Arrows move, Shift extends, Space toggles, Ctrl+A takes all, Enter opens, Delete removes, Esc lets go. */
export function useWallKeys(
  wall: RefObject<HTMLDivElement | null>,
  layout: WallLayout,
  props: PictureWallProps,
) {
  return (event: KeyboardEvent): void => {
    if (event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    const action = (isCommand ? commandKeys : plainKeys)[event.key]
    if (moveByKey(wall.current, layout, props, event) || action?.(props) === true) event.preventDefault()
  }
}

function moveByKey(
  wall: HTMLElement | null,
  layout: WallLayout,
  props: PictureWallProps,
  keys: KeyboardEvent,
): boolean {
  const pageRows = Math.max(1, Math.floor((wall?.clientHeight ?? 0) / (layout.tileHeight + tileGap)))
  const walk = { columns: layout.columns, pageRows, total: props.source.total ?? 0 }
  const next = moveFocus(keys.key, props.selection.focus, walk)
  if (next === undefined) return false
  if (wall) reveal(wall, layout, next)
  void moveTo(next, props, keys)
  return true
}

async function moveTo(next: number, props: PictureWallProps, keys: KeyboardEvent): Promise<void> {
  const { source, selection, onSelect } = props
  if (keys.shiftKey) await selectRange(props, next)
  else if (keys.ctrlKey || keys.metaKey) onSelect({ ...selection, focus: next })
  else {
    const known = source.at(next)
    const [picture = known] = known ? [known] : await source.load({ first: next, last: next })
    onSelect(selectOne(next, picture?.id))
  }
}

/** More pictures than this are not selected by one key. */
const maxSelected = 10_000

async function selectAll({ source, selection, onSelect }: PictureWallProps): Promise<void> {
  const last = Math.min(source.total ?? 0, maxSelected) - 1
  const pictures = await source.load({ first: 0, last })
  onSelect({ focus: selection.focus ?? 0, anchor: 0, ids: new Set(pictures.map(({ id }) => id)) })
}

function focusedOf({ source, selection: { focus } }: PictureWallProps): Picture | undefined {
  return focus === undefined ? undefined : source.at(focus)
}

/** Answers whether the key meant something here. */
type KeyAction = (props: PictureWallProps) => boolean

const commandKeys: Readonly<Record<string, KeyAction>> = {
  a: (props) => {
    void selectAll(props)
    return true
  },
  z: ({ onUndo }) => {
    onUndo?.()
    return onUndo !== undefined
  },
  ' ': (props) => toggleFocused(props),
}

const plainKeys: Readonly<Record<string, KeyAction>> = {
  ' ': (props) => toggleFocused(props),
  Enter: (props) => {
    const picture = focusedOf(props)
    if (picture) props.onOpen(picture)
    return picture !== undefined
  },
  Delete: ({ selection, onRemove }) => {
    if (selection.ids.size === 0) return false
    onRemove?.()
    return onRemove !== undefined
  },
  Escape: ({ selection, onSelect }) => {
    if (selection.ids.size === 0) return false
    onSelect({ ...selection, ids: new Set() })
    return true
  },
}

function toggleFocused(props: PictureWallProps): boolean {
  const { selection, onSelect } = props
  const picture = focusedOf(props)
  if (selection.focus === undefined || !picture) return false
  onSelect(toggleOne(selection, selection.focus, picture.id))
  return true
}

function reveal(wall: HTMLElement, layout: WallLayout, index: number): void {
  const { y } = tilePosition(layout, index)
  if (y - tileGap < wall.scrollTop) wall.scrollTop = y - tileGap
  const bottom = y + layout.tileHeight + tileGap
  if (bottom > wall.scrollTop + wall.clientHeight) wall.scrollTop = bottom - wall.clientHeight
}

/** A single picture file over a picture would replace it; everything else is left to the page around the wall. */
export function useTileDrop(
  wall: RefObject<HTMLDivElement | null>,
  layout: WallLayout,
  { source, onReplace }: PictureWallProps,
) {
  const [index, setIndex] = useState<number>()
  const total = source.total ?? 0
  const targetOf = (event: DragEvent): number | undefined => {
    const files = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file')
    const box = wall.current?.getBoundingClientRect()
    const isPicture = files.length === 1 && files[0]?.type.startsWith('image/') === true
    if (!onReplace || !isPicture || !box) return undefined
    const y = event.clientY - box.top + (wall.current?.scrollTop ?? 0)
    return tileAt(layout, { x: event.clientX - box.left, y }, total)
  }
  const handlers = {
    onDragOver: (event: DragEvent) => setIndex(targetOf(event)),
    onDragLeave: () => setIndex(undefined),
    onDrop: (event: DragEvent) => {
      const target = targetOf(event)
      setIndex(undefined)
      const picture = target === undefined ? undefined : source.at(target)
      const [file] = event.dataTransfer.files
      if (!picture || !file || !onReplace) return
      event.preventDefault()
      event.stopPropagation()
      onReplace(picture, file)
    },
  }
  return { index, handlers }
}
