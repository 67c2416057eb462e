import type { ReactNode } from 'react'
import type { PanelProps } from './cell-type.ts'
import { t, tNodes } from '../../ui/text.ts'

interface PanelFooterProps {
  readonly note?: ReactNode
  readonly onSave: () => void
}

/** The foot of an editor in a popover: a note, the keys that every one has, and the button that saves. */
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

/** A large text field with the keys that every popover editor has: Ctrl+Enter saves, Tab saves and moves on, Esc cancels. */
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

// The user has asked for this editor by a key: the caret belongs at the end of the text, once.
function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(field.value.length, field.value.length)
}
