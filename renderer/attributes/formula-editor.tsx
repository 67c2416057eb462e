import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Span } from '#shared/formula/value.ts'
import type { ControlProps } from '../ui/field.tsx'
import { FormulaSuggestions } from './formula-suggestions.tsx'
import { paintFormula, suggestAt, type NamedKey, type Suggestion } from './formula-words.ts'
import './formula-editor.css'

interface FormulaEditorProps {
  value: string
  attributes: readonly NamedKey[]
  /** What of the text is wrong. */
  fault: Span | undefined
  control: ControlProps
  onChange: (value: string) => void
}

/** A text area over the same text in colours, with suggestions of keys and functions at the caret. */
export function FormulaEditor({ value, attributes, fault, control, onChange }: FormulaEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState<number | undefined>(undefined)
  const [chosen, setChosen] = useState(0)
  const suggestions = caret === undefined ? [] : suggestAt(value, caret, attributes)
  const look = (at: number | undefined): void => {
    setCaret(at)
    setChosen(0)
  }
  const take = ({ start, end, insert }: Suggestion): void => {
    onChange(value.slice(0, start) + insert + value.slice(end))
    look(undefined)
    // The caret can only be set once the new text is there.
    requestAnimationFrame(() => area.current?.setSelectionRange(start + insert.length, start + insert.length))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = suggestions.length > 0 ? keyActions[event.key] : undefined
    if (!act) return
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
    act({ suggestions, chosen, setChosen, take, close: () => look(undefined) })
  }
  return (
    <div className="formula-editor">
      <Painted text={value} fault={fault} />
      <textarea
        ref={area}
        id={control.id}
        className="ui-control formula-text"
        rows={3}
        spellCheck={false}
        autoComplete="off"
        placeholder="ROUND({{price}} * 1.19, 2)"
        aria-describedby={control.describedBy}
        aria-invalid={control.invalid || undefined}
        aria-autocomplete="list"
        aria-controls={suggestions.length > 0 ? listId : undefined}
        aria-activedescendant={suggestions.length > 0 ? `${listId}-${chosen}` : undefined}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          look(target.selectionStart)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => look(undefined)}
      />
      <FormulaSuggestions id={listId} suggestions={suggestions} chosen={chosen} onTake={take} />
    </div>
  )
}

interface KeyContext {
  suggestions: readonly Suggestion[]
  chosen: number
  setChosen: (index: number) => void
  take: (suggestion: Suggestion) => void
  close: () => void
}

type KeyAction = (context: KeyContext) => void

const takeChosen: KeyAction = ({ suggestions, chosen, take }) => take(suggestions[chosen] as Suggestion)
const move =
  (by: number): KeyAction =>
  ({ suggestions, chosen, setChosen }) =>
    setChosen((chosen + by + suggestions.length) % suggestions.length)

const keyActions: Partial<Record<string, KeyAction>> = {
  ArrowDown: move(1),
  ArrowUp: move(-1),
  Enter: takeChosen,
  Tab: takeChosen,
  Escape: ({ close }) => close(),
}

function Painted({ text, fault }: { text: string; fault: Span | undefined }) {
  return (
    <div className="formula-paint" aria-hidden="true">
      {paintFormula(text, fault).map((word) => (
        <span key={word.start} data-kind={word.kind} data-fault={word.isFault || undefined}>
          {word.text}
        </span>
      ))}
    </div>
  )
}
