import { GripVertical } from 'lucide-react'
import type { PointerEvent } from 'react'

/** What moves a line of the list. */
export interface Grip {
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onMove: (step: 1 | -1) => void
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Moves a line by dragging, or by the up and down arrow keys. */
export function OrderGrip({ name, onGrab, onMove }: Grip & { readonly name: string }) {
  return (
    <button
      type="button"
      className="attributes-grip"
      aria-label={`Move ${name}`}
      title="Drag, or press the up and down arrow keys"
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
