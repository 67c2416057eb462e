import { useId, useImperativeHandle, useState, type ReactNode } from 'react'
import type { CellWrite } from '../data/cell-write.ts'
import type { PanelProps } from './cell-type.ts'
import { Chip } from './referrer-chips.tsx'
import { type NewOption, NewOptionFault, newOptionEntry } from './options.tsx'
import { type ListOption, OptionList, useActiveOption } from './option-list.tsx'
import { t, tNodes } from '../../ui/text.ts'

export interface PickItem {
  readonly id: string
  readonly text: string
  readonly color?: string
  readonly swatch?: string | undefined
}

interface PickManyProps<T extends PickItem> {
  readonly panel: PanelProps
  readonly label: string
  readonly options: readonly T[]
  readonly isSettled?: boolean
  readonly before: readonly T[]
  readonly renderOption: (item: T) => ReactNode
  readonly toWrite: (chosen: readonly T[], unmatched: string) => CellWrite
  readonly note: string | undefined
  readonly fresh?: NewOption<T>
}

/** Chips that can be removed, and a list that adds and removes; Enter without an active option saves. */
export function PickMany<T extends PickItem>(props: PickManyProps<T>) {
  const { panel, label, options, isSettled = true, renderOption, note, fresh } = props
  const listId = useId()
  const picked = usePicked(props)
  const search = panel.isTyped ? panel.text.trim() : ''
  const listed = options.map((item) => entryOf(item, picked.has(item.id), renderOption(item)))
  const entries = fresh ? newOptionEntry(fresh) : []
  const active = useActiveOption(listId, options.length + entries.length, panel.formatList, {
    search: isSettled ? search : '',
    found: options.length === 0 ? -1 : 0,
  })

  const pick = (index: number): void => {
    const item = options[index]
    if (item) toggle(item)
    else fresh?.create(toggle)
  }
  const toggle = (item: T): void => {
    picked.toggle(item)
    panel.setText('')
    active.reset(-1)
  }

  useImperativeHandle(panel.handle, () => ({
    takeKey: (event) => {
      if (event.key === 'Enter' && !event.ctrlKey && active.index >= 0) {
        pick(active.index)
        return true
      }
      if (event.key === 'Backspace' && search === '') return picked.removeLast()
      return active.takeArrow(event)
    },
    write: () => picked.write(options.length === 0 ? search : ''),
  }))

  return (
    <>
      <ChosenChips items={picked.chosen} onRemove={picked.toggle} />
      <OptionList
        id={listId}
        label={label}
        isMulti
        activeIndex={active.index}
        options={[...listed, ...entries]}
        onPick={pick}
      />
      <NewOptionFault option={fresh} />
      {note !== undefined && <p className="grid-panel-note">{note}</p>}
      <PickHint />
    </>
  )
}

function entryOf({ id }: PickItem, isChosen: boolean, content: ReactNode): ListOption {
  return { id, isChosen, content }
}

function PickHint() {
  return (
    <p className="grid-hint grid-panel-footer">
      <span>
        {tNodes('{kbd} adds or removes · {kbd2} saves', {
          kbd: <kbd>{t('Enter')}</kbd>,
          kbd2: <kbd>{t('Tab')}</kbd>,
        })}
      </span>
    </p>
  )
}

function usePicked<T extends PickItem>({ before, toWrite }: PickManyProps<T>) {
  const [chosen, setChosen] = useState(before)
  const has = (id: string): boolean => chosen.some((item) => item.id === id)
  return {
    chosen,
    has,
    toggle: (item: T) =>
      setChosen(has(item.id) ? chosen.filter(({ id }) => id !== item.id) : [...chosen, item]),
    removeLast: () => {
      setChosen(chosen.slice(0, -1))
      return chosen.length > 0
    },
    write: (unmatched: string) =>
      unmatched === '' && idsOf(chosen) === idsOf(before) ? null : toWrite(chosen, unmatched),
  }
}

interface ChosenChipsProps<T> {
  readonly items: readonly T[]
  readonly onRemove: (item: T) => void
}

function ChosenChips<T extends PickItem>({ items, onRemove }: ChosenChipsProps<T>) {
  if (items.length === 0) return null
  return (
    <div className="grid-chosen">
      {items.map((item) => (
        <Chip
          key={item.id}
          text={item.text}
          color={item.color}
          swatch={item.swatch}
          onRemove={() => onRemove(item)}
        />
      ))}
    </div>
  )
}

function idsOf(items: readonly PickItem[]): string {
  return items.map(({ id }) => id).join('\n')
}
