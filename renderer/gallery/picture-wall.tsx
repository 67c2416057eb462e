import { Check, ImageOff } from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChoice } from '../state/stored-choice.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { type Picture, type PictureSource, shownUrl } from './picture-source.ts'
import { type PictureWallProps, useTileDrop, useWallKeys, useWallPointer } from './wall-input.ts'
import {
  type Area,
  type IndexRange,
  layoutWall,
  tileGap,
  tilePosition,
  tilesInView,
  tileSize,
  type WallLayout,
  wallHeight,
} from './wall-model.ts'
import './picture-wall.css'

/** All pictures of a source as tiles of one size, of which only those in view have an element. */
export function PictureWall(props: PictureWallProps) {
  const { label, source, selection, onOpen } = props
  const id = useId()
  const wall = useRef<HTMLDivElement>(null)
  const view = useWallView(wall, source)
  const pointer = useWallPointer(wall, view.layout, props)
  const drop = useTileDrop(wall, view.layout, props)
  const onKeyDown = useWallKeys(wall, view.layout, props)
  const { focus } = selection
  const hasFocus = focus !== undefined && focus >= view.range.first && focus <= view.range.last
  return (
    <div
      ref={wall}
      className="picture-wall"
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={hasFocus ? `${id}-${focus}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => {
        const index = pointer.indexAt(event)
        const picture = index === undefined ? undefined : source.at(index)
        if (picture) onOpen(picture)
      }}
      onPointerDown={pointer.onPointerDown}
      {...drop.handlers}
    >
      <div
        className="picture-wall-canvas"
        role="presentation"
        style={{ height: wallHeight(view.layout, source.total ?? 0) }}
      >
        <Tiles {...view} {...{ id, source, selection }} dropIndex={drop.index} />
        {pointer.lasso && <Lasso area={pointer.lasso} />}
      </div>
    </div>
  )
}

interface TilesProps extends Pick<PictureWallProps, 'source' | 'selection'> {
  readonly id: string
  readonly layout: WallLayout
  readonly range: IndexRange
  readonly dropIndex: number | undefined
}

function Tiles({ id, layout, range, source, selection, dropIndex }: TilesProps) {
  const indexes: number[] = []
  for (let index = range.first; index <= range.last; index += 1) indexes.push(index)
  return indexes.map((index) => (
    <Tile
      key={index}
      id={`${id}-${index}`}
      index={index}
      total={source.total ?? 0}
      layout={layout}
      picture={source.at(index)}
      isSelected={selection.ids.has(source.at(index)?.id ?? '')}
      isFocused={index === selection.focus}
      isDropTarget={index === dropIndex}
    />
  ))
}

interface TileProps {
  readonly id: string
  readonly index: number
  readonly total: number
  readonly layout: WallLayout
  readonly picture: Picture | undefined
  readonly isSelected: boolean
  readonly isFocused: boolean
  readonly isDropTarget: boolean
}

function Tile({ id, index, total, layout, picture, isSelected, isFocused, isDropTarget }: TileProps) {
  const { x, y } = tilePosition(layout, index)
  const name = picture === undefined ? t('Loading…') : (picture.name ?? t('Without a name'))
  return (
    <div
      id={id}
      role="option"
      aria-label={name}
      aria-selected={isSelected}
      aria-setsize={total}
      aria-posinset={index + 1}
      className="picture-tile"
      data-focused={isFocused || undefined}
      data-drop={isDropTarget || undefined}
      style={{ width: layout.tileWidth, height: layout.tileHeight, transform: `translate(${x}px, ${y}px)` }}
    >
      <span className="picture-tile-frame">
        {picture && <TilePicture picture={picture} width={layout.tileWidth} />}
        {isSelected && (
          <span className="picture-tile-check">
            <Check aria-hidden />
          </span>
        )}
        {isDropTarget && <span className="picture-tile-drop">{t('Replace this picture')}</span>}
      </span>
      <span className="picture-tile-name" title={name}>
        {picture && name}
      </span>
    </div>
  )
}

function TilePicture({ picture, width }: { readonly picture: Picture; readonly width: number }) {
  const { workspace } = useWorkspace()
  const [failed, setFailed] = useState<string>()
  const address = shownUrl(workspace.id, picture, width)
  if (address === undefined || failed === address) {
    const text = address === undefined ? t('No picture') : t('Picture not found')
    return (
      <span className="picture-tile-none">
        <ImageOff aria-hidden />
        {text}
      </span>
    )
  }
  return (
    <img
      key={address}
      src={address}
      alt=""
      draggable={false}
      decoding="async"
      onError={() => setFailed(address)}
    />
  )
}

function Lasso({ area: { left, top, right, bottom } }: { readonly area: Area }) {
  return (
    <div
      className="picture-wall-lasso"
      role="presentation"
      style={{ width: right - left, height: bottom - top, transform: `translate(${left}px, ${top}px)` }}
    />
  )
}

/** The size of the wall and the tiles in view; another width keeps the first tile in view where it is. */
function useWallView(wall: RefObject<HTMLDivElement | null>, source: PictureSource) {
  const size = useChoice(tileSize)
  const [box, setBox] = useState({ width: 0, height: 0, top: 0 })
  useLayoutEffect(() => {
    const element = wall.current
    if (!element) return undefined
    const measure = (): void =>
      setBox({ width: element.clientWidth, height: element.clientHeight, top: element.scrollTop })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A fling moves further than the tiles beyond the view, so they are drawn in the frame of the scroll.
    const onScroll = (): void => flushSync(measure)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [wall])
  const layout = layoutWall(box.width, size)
  const range = tilesInView(layout, { top: box.top, height: box.height, total: source.total ?? 0 })
  const { first, last } = range
  const { want, total } = source
  useEffect(() => {
    if (total !== undefined) want({ first, last })
    // oxlint-disable-next-line react/exhaustive-deps -- a source is another object with each page
  }, [first, last, total, source.at(last) === undefined])
  useSteadyPosition(wall, layout, box.top)
  return { layout, range }
}

function useSteadyPosition(
  wall: RefObject<HTMLDivElement | null>,
  layout: WallLayout,
  scrollTop: number,
): void {
  const shown = useRef({ layout, top: scrollTop })
  useLayoutEffect(() => {
    const former = shown.current
    shown.current = { layout, top: scrollTop }
    if (former.layout.columns === layout.columns && former.layout.tileHeight === layout.tileHeight) return
    const row = former.top / (former.layout.tileHeight + tileGap)
    const index = Math.floor(row) * former.layout.columns
    const top = tilePosition(layout, index).y + (row % 1) * layout.tileHeight - tileGap
    if (former.top > 0) wall.current?.scrollTo({ top })
  })
}
