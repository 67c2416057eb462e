import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ControlledList } from './cell-type.ts'

interface ActiveOption {
  readonly index: number
  readonly takeArrow: (event: React.KeyboardEvent) => boolean
  readonly reset: (index: number) => void
}

interface ActiveStart {
  readonly search: string
  readonly initial?: number
  readonly found?: number
}

/**
 * The active option of a list, moved from the input. A search activates its first result until the arrow keys
 * choose another.
 */
export function useActiveOption(
  listId: string,
  count: number,
  formatList: (list: ControlledList) => void,
  { search, initial = -1, found = 0 }: ActiveStart,
): ActiveOption {
  const [chosen, setChosen] = useState<{ search: string; index: number }>()
  const start = search === '' ? initial : found
  const index = Math.min(chosen?.search === search ? chosen.index : start, count - 1)
  const reset = (next: number): void => setChosen({ search, index: next })
  useEffect(
    () => formatList({ listId, optionId: index < 0 ? undefined : optionId(listId, index) }),
    [index, listId, formatList],
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

export interface ListOption {
  readonly id: string
  readonly content: ReactNode
  readonly isChosen: boolean
}

interface OptionListProps {
  readonly id: string
  readonly label: string
  readonly options: readonly ListOption[]
  readonly activeIndex: number
  readonly isMulti?: boolean
  readonly onPick: (index: number) => void
}

export function OptionList({ id, label, options, activeIndex, isMulti = false, onPick }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMulti}
      className="grid-options"
    >
      {options.map((option, index) => (
        <div
          key={option.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={option.isChosen}
          data-active={index === activeIndex || undefined}
          className="grid-option"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <span className="grid-option-mark">{option.isChosen && <Check size={14} aria-hidden />}</span>
          {option.content}
        </div>
      ))}
    </div>
  )
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
