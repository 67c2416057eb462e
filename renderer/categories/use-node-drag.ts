import { useRef, useState, type PointerEvent } from 'react'
import { followDrag } from '../ui/follow-drag.ts'

const thresholdPx = 5

interface NodeDrag {
  readonly onPress: (id: string) => void
  readonly onDrop: (id: string, parentId: string | null) => void
}

/** Drags a node onto another one, or onto the place that stands for the top. The elements carry `data-node`, empty for the top. */
export function useNodeDrag({ onPress, onDrop }: NodeDrag) {
  const [over, setOver] = useState<string>()
  const [dragged, setDragged] = useState<string>()
  const wasDragged = useRef(false)

  const startDrag = (event: PointerEvent<HTMLElement>, id: string): void => {
    if (event.button !== 0) return
    onPress(id)
    const { clientX: x, clientY: y } = event
    let target: string | undefined
    wasDragged.current = false
    followDrag(event, {
      onMove({ clientX, clientY }) {
        if (!wasDragged.current && Math.hypot(clientX - x, clientY - y) < thresholdPx) return
        wasDragged.current = true
        target = nodeAt(clientX, clientY)
        setDragged(id)
        setOver(target)
      },
      onEnd(isDropped) {
        // After Escape, what comes when the button is let go is no press.
        wasDragged.current ||= !isDropped
        setOver(undefined)
        setDragged(undefined)
        if (isDropped && target !== undefined && target !== id) onDrop(id, target === '' ? null : target)
      },
    })
  }
  /** Whether the press that a click belongs to was a drag. */
  const isDragEnd = (): boolean => wasDragged.current
  return { startDrag, over, dragged, isDragEnd }
}

function nodeAt(x: number, y: number): string | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node]')
  return element?.dataset['node']
}
