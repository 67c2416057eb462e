import { useImperativeHandle, useState } from 'react'
import type { CellType, PanelProps } from './cell-type.ts'
import { toPlainText } from './stubs.ts'
import { TextPanel } from './text-panel.tsx'
import { type CellWrite, clearingWrite, scalarWrite, textWrite } from '../data/cell-write.ts'

/** One line of text, edited in the cell. */
export const textCell: CellType = {
  format: toPlainText,
  parse: (text) => textWrite(text.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
  editor: { kind: 'inline' },
}

/** Text as it was written; blank text clears. */
export function longTextWrite(text: string): CellWrite {
  return text.trim() === '' ? clearingWrite : scalarWrite(text)
}

/** A large field for text or for the source of something. */
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
