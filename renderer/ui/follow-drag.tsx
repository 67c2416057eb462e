import { type PointerEvent, useRef } from 'react'
import { GripVertical } from 'lucide-react'
import { t } from './text.ts'

interface DragSteps {
  readonly onMove: (event: globalThis.PointerEvent) => void
  /** Called when the pointer was released, or the drag was cancelled by Escape or the system. */
  readonly onEnd: (isDropped: boolean) => void
}

export function followDrag(press: PointerEvent<HTMLElement>, { onMove, onEnd }: DragSteps): void {
  const { currentTarget: element, pointerId } = press
  const listening = new AbortController()
  const { signal } = listening
  const end = (isDropped: boolean): void => {
    listening.abort()
    stopListening()
    onEnd(isDropped)
  }
  const stopListening = endOnEscape(() => end(false))
  element.setPointerCapture(pointerId)
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', () => end(true), { signal })
  element.addEventListener('pointercancel', () => end(false), { signal })
}

/**
 * Lets Escape end a drag, whatever has the focus. Call the returned function when the drag ends otherwise.
 */
export function endOnEscape(cancel: () => void): () => void {
  const stop = (): void => window.removeEventListener('keydown', take, true)
  const take = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    stop()
    cancel()
  }
  window.addEventListener('keydown', take, true)
  return stop
}

export interface DropTarget {
  readonly id: string
  readonly side: 'before' | 'behind'
}

/**
 * Drags items with `data-item` in a list; Escape cancels. The target has `data-drop`: marked here, as long
 * lists render slowly.
 */
export function useListDrag<T extends HTMLElement = HTMLUListElement>(
  onDrop: (moved: string, target: DropTarget) => void,
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
  readonly side: DropTarget['side']
}

function targetAt(list: HTMLElement, clientY: number): Target | undefined {
  const items = [...list.querySelectorAll<HTMLElement>('[data-item]')]
  const boxes = items.map((item) => ({ item, box: item.getBoundingClientRect() }))
  const under = boxes.find(({ box }) => clientY < box.bottom) ?? boxes.at(-1)
  if (under === undefined) return undefined
  const isUpper = clientY < (under.box.top + under.box.bottom) / 2
  return { item: under.item, side: isUpper ? 'before' : 'behind' }
}

export interface Grip {
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onMove: (step: 1 | -1) => void
}

interface OrderGripProps extends Grip {
  readonly name: string
  readonly className?: string
  readonly isDisabled?: boolean
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

export function OrderGrip({
  name,
  className = 'attributes-grip',
  isDisabled,
  onGrab,
  onMove,
}: OrderGripProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={t('Move {name}', { name })}
      title={t('Drag, or press the up and down arrow keys')}
      disabled={isDisabled}
      onPointerDown={onGrab}
      onKeyDown={(event) => {
        const step = steps[event.key]
        if (step === undefined) return
        event.preventDefault()
        onMove(step)
      }}
    >
      <GripVertical aria-hidden />
    </button>
  )
}
