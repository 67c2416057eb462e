import { splitList } from '#shared/text.ts'
import { useId, useImperativeHandle } from 'react'
import type { CellType, PanelProps } from './cell-type.ts'
import { Chip } from './referrer-chips.tsx'
import {
  NewOptionFault,
  newOptionEntry,
  useNewOption,
  findOption,
  matchOptions,
  nothingFound,
  optionColor,
  optionSwatch,
} from './options.tsx'
import { type ListOption, OptionList, useActiveOption } from './option-list.tsx'
import { type PickItem, PickMany } from './pick-many.tsx'
import { toPlainText } from './stubs.ts'
import { clearingWrite, scalarWrite, textWrite } from '../data/cell-write.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { AfterCommit } from '../model/selection.ts'
import { t } from '../../ui/text.ts'

/** Options with checkboxes; stored in the order of the attribute's options. */
function MultiSelectPanel(panel: PanelProps) {
  const { column, value, text, isTyped } = panel
  const fresh = useNewOption(panel)
  const toItem = (option: string): PickItem => ({
    id: option,
    text: option,
    color: optionColor(option, column),
    swatch: optionSwatch(option, column),
  })
  const matches = matchOptions(column.options, isTyped ? text : '')
  return (
    <PickMany
      panel={panel}
      label={t('Options of {name}', { name: column.name })}
      options={matches.map(toItem)}
      before={splitList(toPlainText(value)).map(toItem)}
      renderOption={(item) => <Chip {...item} />}
      toWrite={(chosen, unmatched) => {
        const place = ({ text }: PickItem): number =>
          column.options.includes(text) ? column.options.indexOf(text) : Infinity
        const ordered = [...chosen].sort((a, b) => place(a) - place(b)).map(({ text }) => text)
        return textWrite([...ordered, ...splitList(unmatched)].join(', '))
      }}
      fresh={{ ...fresh, create: (onCreated) => fresh.create((option) => onCreated(toItem(option))) }}
      note={matches.length === 0 ? nothingFound(column, text) : undefined}
    />
  )
}

function SelectPanel(props: PanelProps) {
  const { column, text, isTyped, value, handle, commit, formatList } = props
  const listId = useId()
  const search = isTyped ? text.trim() : ''
  const options = matchOptions(column.options, search)
  const initial = options.indexOf(toPlainText(value))
  const fresh = useNewOption(props)
  const entries = newOptionEntry(fresh)
  const active = useActiveOption(listId, options.length + entries.length, formatList, {
    search,
    initial,
    found: options.length === 0 ? -1 : 0,
  })
  const chosen = options[active.index]
  const createAnd = (after: AfterCommit): void => fresh.create((option) => commit(scalarWrite(option), after))

  useImperativeHandle(handle, () => ({
    takeKey: (event) => {
      if (event.key !== 'Enter' || entries.length === 0 || active.index < options.length) {
        return active.takeArrow(event)
      }
      createAnd('down')
      return true
    },
    write: () => {
      if (chosen !== undefined) return chosen === value ? null : scalarWrite(chosen)
      return isTyped ? textWrite(text) : null
    },
  }))

  return (
    <>
      <OptionList
        id={listId}
        label={t('Options of {name}', { name: column.name })}
        activeIndex={active.index}
        options={[...options.map((option) => optionEntry(option, props)), ...entries]}
        onPick={(index) => {
          const option = options[index]
          if (option === undefined) createAnd('stay')
          else commit(scalarWrite(option), 'stay')
        }}
      />
      <NewOptionFault option={fresh} />
      {options.length === 0 && <p className="grid-panel-note">{nothingFound(column, text)}</p>}
      {value !== null && <ClearButton onClear={() => commit(clearingWrite, 'stay')} />}
    </>
  )
}

function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="grid-panel-action"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      {t('Clear the value')}
    </button>
  )
}

function optionEntry(option: string, { column, value }: PanelProps): ListOption {
  const hasDot = column.kind === 'status'
  return {
    id: option,
    isChosen: option === value,
    content: <Chip text={option} {...looksOf(option, column)} hasDot={hasDot} />,
  }
}

function looksOf(option: string, column: GridColumn) {
  return { color: optionColor(option, column), swatch: optionSwatch(option, column) }
}

export const selectCell: CellType = {
  render: (value, column) => <Chip text={toPlainText(value)} {...looksOf(toPlainText(value), column)} />,
  format: toPlainText,
  parse: (text, { options }) => textWrite(findOption(options, text) ?? text),
  editor: { kind: 'inline', Panel: SelectPanel, isSearch: true },
}

export const statusCell: CellType = {
  ...selectCell,
  render: (value, column) => (
    <Chip text={toPlainText(value)} color={optionColor(toPlainText(value), column)} hasDot />
  ),
}

export const multiSelectCell: CellType = {
  render: (value, column) => (
    <span className="grid-chips">
      {splitList(toPlainText(value)).map((option) => (
        <Chip key={option} text={option} {...looksOf(option, column)} />
      ))}
    </span>
  ),
  format: toPlainText,
  parse: (text, { options }) =>
    textWrite(
      splitList(text)
        .map((token) => findOption(options, token) ?? token)
        .join(', '),
    ),
  editor: { kind: 'inline', Panel: MultiSelectPanel, isSearch: true },
}
