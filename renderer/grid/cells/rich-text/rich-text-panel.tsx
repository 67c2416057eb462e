import './rich-text.css'
import { type KeyboardEvent, useImperativeHandle, useState } from 'react'
import type { PanelProps } from '../cell-type.ts'
import { FormattedEditor } from './formatted-editor.tsx'
import { listLosses } from './losses.ts'
import { findLosses } from './round-trip.ts'
import { toPlainText } from '../stubs.ts'
import { longTextWrite } from '../text-cells.tsx'
import { TextPanel } from '../text-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { byLanguage, t } from '../../../ui/text.ts'

/** How rich text is edited: as it looks, or as HTML. */
type Mode = 'formatted' | 'source'

interface ModeSwitchProps {
  readonly mode: Mode
  readonly onChoose: (mode: Mode) => void
}

const names = byLanguage((): readonly (readonly [Mode, string])[] => [
  ['formatted', t('Formatted')],
  ['source', 'HTML'],
])

/** Goes from one way of editing to the other. */
function ModeSwitch({ mode, onChoose }: ModeSwitchProps) {
  return (
    <div className="rich-text-modes" role="group" aria-label={t('Edit as')}>
      {names().map(([each, name]) => (
        <button
          key={each}
          type="button"
          className="ui-button ui-button-ghost"
          aria-pressed={each === mode}
          onClick={() => onChoose(each)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

interface LossNoteProps {
  readonly losses: readonly string[]
  /** Set once the user wants to edit it formatted all the same. */
  readonly isWarning: boolean
  readonly onAccept: () => void
}

/** Says why a text is edited as HTML, and asks before what is only there is dropped. */
function LossNote({ losses, isWarning, onAccept }: LossNoteProps) {
  if (!isWarning) {
    return (
      <p className="rich-text-note">
        {t('Shown as HTML: formatted editing cannot keep {value}.', { value: listLosses(losses) })}
      </p>
    )
  }
  return (
    <div className="rich-text-note" role="alert">
      <p>{t('A change made in formatted editing drops {value}.', { value: listLosses(losses) })}</p>
      <Button onClick={onAccept}>{t('Edit formatted anyway')}</Button>
    </div>
  )
}

/**
 * Edits HTML with its formats, or as source where formatted editing would lose something of it. What was not changed
 * keeps its spelling.
 */
export function RichTextPanel(props: PanelProps) {
  const [text, setText] = useState(props.text)
  const [losses, setLosses] = useState(() => findLosses(props.text))
  const [mode, setMode] = useState<Mode>(losses.length === 0 ? 'formatted' : 'source')
  const [isWarned, setWarned] = useState(false)
  useImperativeHandle(props.handle, () => ({
    takeKey: () => false,
    write: () => (text === toPlainText(props.value) ? null : longTextWrite(text)),
  }))
  const choose = (next: Mode): void => {
    const found = findLosses(text)
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
