import type { PointerEvent } from 'react'

interface DragSteps {
  readonly onMove: (event: globalThis.PointerEvent) => void
  /** The pointer was let go, or the drag was given up: by Escape, or because the system took the pointer away. */
  readonly onEnd: (isDropped: boolean) => void
}

/** Follows the pointer from its press on an element until the drag ends, wherever the pointer goes meanwhile. */
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
 * Lets Escape end a drag, whatever has the focus; nothing else hears of the key meanwhile. The returned function is called when
 * the drag has ended in another way.
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
