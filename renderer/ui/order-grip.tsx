import { GripVertical } from 'lucide-react'
import type { PointerEvent } from 'react'
import { t } from './text.ts'

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
