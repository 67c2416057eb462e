import { useRef, useState, type PointerEvent } from 'react'
import { endOnEscape } from './end-on-escape.ts'

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
    const grip = event.currentTarget
    let place: DropPlace | undefined
    const follow = ({ clientY }: globalThis.PointerEvent): void => {
      place = list.current ? placeAt(list.current, clientY) : undefined
      setDropAt(place)
    }
    const end = ({ type }: { readonly type: string }): void => {
      stopListening()
      grip.removeEventListener('pointermove', follow)
      grip.removeEventListener('pointerup', end)
      grip.removeEventListener('pointercancel', end)
      setDropAt(undefined)
      if (type === 'pointerup' && place !== undefined && place.id !== id) onDrop(id, place)
    }
    const stopListening = endOnEscape(() => end({ type: 'cancelled' }))
    grip.setPointerCapture(event.pointerId)
    grip.addEventListener('pointermove', follow)
    grip.addEventListener('pointerup', end)
    grip.addEventListener('pointercancel', end)
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
