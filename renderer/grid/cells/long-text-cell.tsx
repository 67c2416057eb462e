import { useImperativeHandle, useState } from 'react'
import { clearingWrite, scalarWrite, type CellType, type PanelProps } from './cell-type.ts'
import { TextPanel } from './text-panel.tsx'
import { textOf } from './stubs.ts'

function longTextWrite(text: string) {
  return text.trim() === '' ? clearingWrite : scalarWrite(text)
}

function LongTextPanel(props: PanelProps) {
  const [text, setText] = useState(props.text)
  useImperativeHandle(props.handle, () => ({
    takeKey: () => false,
    write: () => (text === textOf(props.value) ? null : longTextWrite(text)),
  }))
  return <TextPanel {...props} text={text} onText={setText} />
}

/** Long text: its first line in the cell, all of it in a popover. */
export const longTextCell: CellType = {
  render: (value) => textOf(value).slice(0, 300),
  format: textOf,
  parse: longTextWrite,
  editor: { kind: 'popover', Panel: LongTextPanel },
}

/** Rich text is HTML. The cell shows its words; the popover its source. It is never put into the page as HTML. */
export const richTextCell: CellType = {
  ...longTextCell,
  render: (value) => wordsOf(textOf(value).slice(0, 2_000)).slice(0, 300),
  editor: {
    kind: 'popover',
    Panel: (props) => <LongTextPanel {...props} />,
  },
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** What rich text says, without its markup. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
