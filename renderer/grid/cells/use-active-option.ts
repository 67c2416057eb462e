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

interface ActiveStart {
  readonly search: string
  /** Which one is active while nothing is searched. */
  readonly initial?: number
  /** Which one a search begins with. */
  readonly found?: number
}

/**
 * The active option of a list, moved from the input, and told to it. While a search is typed it is the first one that is
 * found, until the arrow keys choose another.
 */
export function useActiveOption(
  listId: string,
  count: number,
  tellList: (list: ControlledList) => void,
  { search, initial = -1, found = 0 }: ActiveStart,
): ActiveOption {
  const [chosen, setChosen] = useState<{ search: string; index: number }>()
  const start = search === '' ? initial : found
  const index = Math.min(chosen?.search === search ? chosen.index : start, count - 1)
  const reset = (next: number): void => setChosen({ search, index: next })
  useEffect(
    () => tellList({ listId, optionId: index < 0 ? undefined : optionId(listId, index) }),
    [index, listId, tellList],
  )
  return {
    index,
    takeArrow: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
      const step = event.key === 'ArrowDown' ? 1 : -1
      reset(Math.max(0, Math.min(count - 1, index + step)))
      return true
    },
    reset,
  }
}
