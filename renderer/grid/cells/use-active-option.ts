import { useEffect, useState } from 'react'
import type { ControlledList } from './cell-type.ts'
import { optionId } from './option-list.tsx'

export interface ActiveOption {
  /** -1 while no option is active. */
  readonly index: number
  /** Moves by the arrow keys; returns whether the key was used. */
  readonly takeArrow: (event: React.KeyboardEvent) => boolean
  readonly reset: (index: number) => void
}

/** The active option of a list, moved from the input, and told to it. */
export function useActiveOption(
  listId: string,
  count: number,
  tellList: (list: ControlledList) => void,
  initial = -1,
): ActiveOption {
  const [wanted, setIndex] = useState(initial)
  const index = Math.min(wanted, count - 1)
  useEffect(
    () => tellList({ listId, optionId: index < 0 ? undefined : optionId(listId, index) }),
    [index, listId, tellList],
  )
  return {
    index,
    takeArrow: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
      const step = event.key === 'ArrowDown' ? 1 : -1
      setIndex(Math.max(0, Math.min(count - 1, index + step)))
      return true
    },
    reset: setIndex,
  }
}
