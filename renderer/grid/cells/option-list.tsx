import { Check } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

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

/** The list under a cell whose input has the focus; the input names the active option. */
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
          // The input keeps the focus.
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

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
