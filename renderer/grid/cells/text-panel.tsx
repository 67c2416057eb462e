import { type ReactNode, useImperativeHandle, useState } from 'react'
import type { PanelProps, CellType } from './cell-type.ts'
import { t, tNodes } from '../../ui/text.ts'
import { errorText } from '../../ui/toast.tsx'
import { clearingWrite, scalarWrite } from '../data/cell-write.ts'
import { toPlainText } from './stubs.ts'

interface PanelFooterProps {
  readonly note?: ReactNode
  readonly onSave: () => void
}

export function PanelFooter({ note, onSave }: PanelFooterProps) {
  return (
    <div className="grid-panel-footer">
      <span aria-live="polite">{note}</span>
      <span className="grid-hint">
        {tNodes('{kbd} {kbd2} saves · {kbd3} cancels', {
          kbd: <kbd>{t('Ctrl')}</kbd>,
          kbd2: <kbd>{t('Enter')}</kbd>,
          kbd3: <kbd>{t('Esc')}</kbd>,
        })}
      </span>
      <button type="button" className="grid-save" onClick={onSave}>
        {t('Save')}
      </button>
    </div>
  )
}

interface TextPanelProps extends PanelProps {
  readonly onText: (text: string) => void
  readonly className?: string
  readonly note?: ReactNode
}

/**
 * A large text field with the keys of every popover editor: Ctrl+Enter saves, Tab saves and moves on, Esc
 * cancels.
 */
export function TextPanel({ column, text, onText, handle, commit, cancel, className, note }: TextPanelProps) {
  const save = (after: 'down' | 'left' | 'right' | 'stay'): void =>
    commit(handle.current?.write() ?? null, after)
  return (
    <div className="grid-text-panel">
      <textarea
        className={className}
        aria-label={column.name}
        ref={focusEnd}
        rows={8}
        value={text}
        spellCheck={className === undefined}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') cancel()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save('down')
          else if (event.key === 'Tab') save(event.shiftKey ? 'left' : 'right')
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <PanelFooter note={note} onSave={() => save('stay')} />
    </div>
  )
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(field.value.length, field.value.length)
}

function jsonWrite(text: string) {
  return text.trim() === '' ? clearingWrite : scalarWrite(text)
}

function faultOf(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return errorText(error)
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

/** JSON text; the popover indents it and shows where it does not parse. */
export const jsonCell: CellType = {
  render: (value) => <span className="grid-mono">{toPlainText(value).slice(0, 200)}</span>,
  format: toPlainText,
  parse: jsonWrite,
  editor: { kind: 'popover', Panel: JsonPanel },
}
