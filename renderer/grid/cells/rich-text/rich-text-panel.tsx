import { useImperativeHandle, useState, type KeyboardEvent } from 'react'
import type { PanelProps } from '../cell-type.ts'
import { longTextWrite } from '../long-text-cell.tsx'
import { textOf } from '../stubs.ts'
import { TextPanel } from '../text-panel.tsx'
import { FormattedEditor } from './formatted-editor.tsx'
import { LossNote } from './loss-note.tsx'
import { ModeSwitch, type Mode } from './mode-switch.tsx'
import { lossesOf } from './round-trip.ts'
import './rich-text.css'

/**
 * Edits HTML with its formats, or as source where formatted editing would lose something of it. What was not changed
 * keeps its spelling.
 */
export function RichTextPanel(props: PanelProps) {
  const [text, setText] = useState(props.text)
  const [losses, setLosses] = useState(() => lossesOf(props.text))
  const [mode, setMode] = useState<Mode>(losses.length === 0 ? 'formatted' : 'source')
  const [isWarned, setWarned] = useState(false)
  useImperativeHandle(props.handle, () => ({
    takeKey: () => false,
    write: () => (text === textOf(props.value) ? null : longTextWrite(text)),
  }))
  const choose = (next: Mode): void => {
    const found = lossesOf(text)
    setLosses(found)
    if (next === 'formatted' && mode === 'source' && found.length > 0) return setWarned(true)
    setWarned(false)
    setMode(next)
  }
  const dropAndFormat = (): void => {
    setWarned(false)
    setMode('formatted')
  }
  return (
    <div className="rich-text" onKeyDown={(event) => takeKey(event, props)}>
      <ModeSwitch mode={mode} onChoose={choose} />
      {mode === 'source' && losses.length > 0 && (
        <LossNote losses={losses} isWarning={isWarned} onAccept={dropAndFormat} />
      )}
      {mode === 'formatted' ? (
        <FormattedEditor {...props} html={text} onHtml={setText} />
      ) : (
        <TextPanel {...props} className="grid-mono" text={text} onText={setText} />
      )}
    </div>
  )
}

/** The keys of every popover editor, also on the buttons around the text. */
function takeKey(event: KeyboardEvent, { handle, commit, cancel }: PanelProps): void {
  if (event.key === 'Escape') cancel()
  else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    commit(handle.current?.write() ?? null, 'down')
  } else return
  event.preventDefault()
  event.stopPropagation()
}
