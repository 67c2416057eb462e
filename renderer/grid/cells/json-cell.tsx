import { toMessage } from '../../ui/toast.tsx'
import { useImperativeHandle, useState } from 'react'
import { type CellType, type PanelProps } from './cell-type.ts'
import { clearingWrite, scalarWrite } from '../data/cell-write.ts'
import { TextPanel } from './text-panel.tsx'
import { toPlainText } from './stubs.ts'
import { t } from '../../ui/text.ts'

function jsonWrite(text: string) {
  return text.trim() === '' ? clearingWrite : scalarWrite(text)
}

/** What is wrong with the text, in the parser's words; undefined when it is JSON or blank. */
function faultOf(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return toMessage(error)
  }
}

function JsonPanel(props: PanelProps) {
  const [text, setText] = useState(() => (props.isTyped ? props.text : indented(props.text)))
  const fault = faultOf(text)
  useImperativeHandle(props.handle, () => ({
    takeKey: () => false,
    write: () => (text === indented(props.text) && !props.isTyped ? null : jsonWrite(text)),
  }))
  return (
    <TextPanel
      {...props}
      className="grid-mono"
      text={text}
      onText={setText}
      note={
        fault === undefined ? (
          <span className="grid-note-good">{text.trim() === '' ? '' : t('Valid JSON')}</span>
        ) : (
          <span className="grid-note-bad">{t('Not valid JSON: {fault}', { fault })}</span>
        )
      }
    />
  )
}

function indented(text: string): string {
  return faultOf(text) === undefined && text.trim() !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text
}

/** JSON text; the popover indents it and says where it does not parse. */
export const jsonCell: CellType = {
  render: (value) => <span className="grid-mono">{toPlainText(value).slice(0, 200)}</span>,
  format: toPlainText,
  parse: jsonWrite,
  editor: { kind: 'popover', Panel: JsonPanel },
}
