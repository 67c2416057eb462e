import type { ReactNode } from 'react'

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
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves · <kbd>Esc</kbd> cancels
      </span>
      <button type="button" className="grid-save" onClick={onSave}>
        Save
      </button>
    </div>
  )
}
