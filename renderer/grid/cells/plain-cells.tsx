import { Check } from 'lucide-react'
import type { CellType, PanelProps } from './cell-type.ts'
import {
  clearingWrite,
  scalarWrite,
  type CellWrite,
  textWrite,
  type CellContext,
} from '../data/cell-write.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { levelOf } from '../../ui/progress.tsx'
import { toPlainText } from './stubs.ts'
import type { GridColumn } from '../../query/columns.ts'
import { useImperativeHandle, useState } from 'react'
import { TextPanel } from './text-panel.tsx'

function parse(text: string, _column: GridColumn, { formats }: CellContext) {
  if (text.trim() === '') return clearingWrite
  const number = formats.parseNumber(text.replace(/\s*%$/, ''))
  return number === undefined ? scalarWrite(text.trim()) : scalarWrite(number, text)
}

const edit: CellType['edit'] = (value, { formats }) =>
  typeof value === 'number' ? formats.editNumber(value) : toPlainText(value)

export const numberCell: CellType = {
  align: 'end',
  render: (value, column, context) => {
    const { unit } = column.constraints
    const text = numberCell.format(value, column, context)
    if (unit === undefined) return text
    return (
      <>
        {text}
        <span className="grid-unit">{unit}</span>
      </>
    )
  },
  format: (value, column, { formats }) =>
    typeof value === 'number' ? formats.formatNumber(value, column.constraints.decimals) : toPlainText(value),
  edit,
  parse,
  editor: { kind: 'inline', inputMode: 'decimal' },
}

export const progressCell: CellType = {
  render: (value) => {
    const percent = Math.max(0, Math.min(100, Number(value)))
    return (
      <span className="grid-progress">
        <span className="grid-progress-track">
          <span className="grid-progress-bar" style={{ width: `${percent}%` }} />
        </span>
        <span className="grid-progress-text">{Math.round(percent)}%</span>
      </span>
    )
  },
  format: (value, _column, { formats }) => `${formats.formatNumber(Number(value))}%`,
  edit,
  parse,
  editor: { kind: 'inline', inputMode: 'decimal' },
}

export const rankCell: CellType = {
  align: 'end',
  render: (value) => <span className="grid-rank">#{toPlainText(value)}</span>,
  format: (value, _column, { formats }) => formats.formatNumber(Number(value)),
  edit,
  parse: (text, column, context) => parse(text.replace(/^#\s*/, ''), column, context),
  editor: { kind: 'inline', inputMode: 'numeric' },
}

export const completenessCell: CellType = {
  render: (value, column, context) => (
    <span className="grid-completeness" data-level={levelOf(Number(value))}>
      {progressCell.render?.(value, column, context)}
    </span>
  ),
  format: progressCell.format,
  edit: (value, { formats }) => formats.editNumber(Number(value)),
  parse: () => undefined,
  editor: { kind: 'none' },
}

export const computedCell: CellType = {
  format: (value, _column, { formats }) =>
    typeof value === 'number' ? formats.formatNumber(value) : toPlainText(value),
  parse: () => undefined,
  editor: { kind: 'none' },
}

export const identifierCell: CellType = {
  render: (value) => <span className="grid-mono">{toPlainText(value)}</span>,
  format: toPlainText,
  parse: () => undefined,
  editor: { kind: 'none' },
}

export const timestampCell: CellType = {
  format: (value, _column, { formats }) => formats.formatTimestamp(toPlainText(value)),
  parse: () => undefined,
  editor: { kind: 'none' },
}

export const textCell: CellType = {
  format: toPlainText,
  parse: (text) => textWrite(text.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
  editor: { kind: 'inline' },
}

/** Text as it was written; blank text clears. */
export function longTextWrite(text: string): CellWrite {
  return text.trim() === '' ? clearingWrite : scalarWrite(text)
}

export function LongTextPanel(props: PanelProps) {
  const [text, setText] = useState(props.text)
  useImperativeHandle(props.handle, () => ({
    takeKey: () => false,
    write: () => (text === toPlainText(props.value) ? null : longTextWrite(text)),
  }))
  return <TextPanel {...props} text={text} onText={setText} />
}

/** Long text: its first line in the cell, all of it in a popover. */
export const longTextCell: CellType = {
  render: (value) => toPlainText(value).slice(0, 300),
  format: toPlainText,
  parse: longTextWrite,
  editor: { kind: 'popover', Panel: LongTextPanel },
}

const truths = new Set(['true', 'yes', 'y', '1', 'on', 'x', '✓'])
const falsehoods = new Set(['false', 'no', 'n', '0', 'off'])

/** On or off. A blank value is an empty box with a fainter border. */
export const booleanCell = cachedByLanguage((): CellType => ({
  align: 'center',
  render: (value) => (
    <span className="grid-check" data-checked={value === true || undefined}>
      {value === true && <Check size={12} strokeWidth={3} aria-hidden />}
    </span>
  ),
  format: (value) => (value === true ? t('Yes') : t('No')),
  parse: (text) => {
    const word = text.trim().toLowerCase()
    if (word === '') return clearingWrite
    if (truths.has(word)) return scalarWrite(true)
    return falsehoods.has(word) ? scalarWrite(false) : scalarWrite(text.trim())
  },
  editor: { kind: 'toggle' },
}))
