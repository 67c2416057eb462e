import type { ReactNode } from 'react'
import type { PanelProps } from './cell-type.ts'

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
        // A popover editor opens on the user's own key: the caret belongs at the end of the text.
        ref={(field) => field?.setSelectionRange(field.value.length, field.value.length)}
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
      <div className="grid-panel-footer">
        <span aria-live="polite">{note}</span>
        <span className="grid-hint">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves · <kbd>Esc</kbd> cancels
        </span>
        <button type="button" className="grid-save" onClick={() => save('stay')}>
          Save
        </button>
      </div>
    </div>
  )
}
