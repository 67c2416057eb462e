import { useRef, type PointerEvent } from 'react'
import { followDrag } from './follow-drag.ts'

/** Where an item is dropped: before or behind another one. */
export interface DropPlace {
  readonly id: string
  readonly side: 'before' | 'behind'
}

/**
 * Drags the items of a list, which carry `data-item`, to another place; Escape leaves them where they are. The item at the place
 * carries `data-drop` meanwhile: marked here, as long lists take their time to be drawn anew.
 */
export function useListDrag<T extends HTMLElement = HTMLUListElement>(
  onDrop: (moved: string, place: DropPlace) => void,
) {
  const list = useRef<T>(null)

  const startDrag = (event: PointerEvent<HTMLElement>, id: string): void => {
    if (event.button !== 0) return
    let target: Target | undefined
    followDrag(event, {
      onMove({ clientY }) {
        delete target?.item.dataset['drop']
        target = list.current ? targetAt(list.current, clientY) : undefined
        if (!target) return
        target.item.dataset['drop'] = target.side
        target.item.scrollIntoView({ block: 'nearest' })
      },
      onEnd(isDropped) {
        delete target?.item.dataset['drop']
        const place = target?.item.dataset['item']
        if (isDropped && target && place !== undefined && place !== id)
          onDrop(id, { id: place, side: target.side })
      },
    })
  }
  return { list, startDrag }
}

interface Target {
  readonly item: HTMLElement
  readonly side: DropPlace['side']
}

function targetAt(list: HTMLElement, clientY: number): Target | undefined {
  const items = [...list.querySelectorAll<HTMLElement>('[data-item]')]
  const boxes = items.map((item) => ({ item, box: item.getBoundingClientRect() }))
  const under = boxes.find(({ box }) => clientY < box.bottom) ?? boxes.at(-1)
  if (under === undefined) return undefined
  const isUpper = clientY < (under.box.top + under.box.bottom) / 2
  return { item: under.item, side: isUpper ? 'before' : 'behind' }
}
