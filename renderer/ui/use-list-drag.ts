import { useRef, useState, type PointerEvent } from 'react'
import { followDrag } from './follow-drag.ts'

/** Where an item is dropped: before or behind another one. */
export interface DropPlace {
  readonly id: string
  readonly side: 'before' | 'behind'
}

/** Drags the items of a list, which carry `data-item`, to another place; Escape leaves them where they are. */
export function useListDrag<T extends HTMLElement = HTMLUListElement>(
  onDrop: (moved: string, place: DropPlace) => void,
) {
  const list = useRef<T>(null)
  const [dropAt, setDropAt] = useState<DropPlace>()

  const startDrag = (event: PointerEvent<HTMLElement>, id: string): void => {
    if (event.button !== 0) return
    let place: DropPlace | undefined
    followDrag(event, {
      onMove({ clientY }) {
        place = list.current ? placeAt(list.current, clientY) : undefined
        setDropAt(place)
      },
      onEnd(isDropped) {
        setDropAt(undefined)
        if (isDropped && place !== undefined && place.id !== id) onDrop(id, place)
      },
    })
  }
  return { list, startDrag, dropAt }
}

function placeAt(list: HTMLElement, clientY: number): DropPlace | undefined {
  const items = [...list.querySelectorAll<HTMLElement>('[data-item]')]
  const boxes = items.map((item) => ({ id: item.dataset['item'] ?? '', box: item.getBoundingClientRect() }))
  const under = boxes.find(({ box }) => clientY < box.bottom) ?? boxes.at(-1)
  if (under === undefined) return undefined
  const isUpper = clientY < (under.box.top + under.box.bottom) / 2
  return { id: under.id, side: isUpper ? 'before' : 'behind' }
}
