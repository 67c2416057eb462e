import { useQuery } from '@tanstack/react-query'
import type { FormulaPreview } from '#shared/app-surface.ts'
import type { EntityType } from '#shared/entities.ts'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Span } from '#shared/formula/value.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { formulaPreviewQuery } from '../api/formula-preview-queries.ts'
import { openGrid } from '../state/open-grid.ts'
import { Field, type ControlProps } from '../ui/field.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { paintFormula, suggestAt, type NamedKey, type Suggestion } from './formula-words.ts'
import './formula-editor.css'

interface FormulaFieldProps {
  value: string
  type: EntityType
  error: string | undefined
  onChange: (formula: string) => void
}

/** A formula with what it gives for the row of the grid's cursor, or what is wrong with it, as it is being written. */
export function FormulaField({ value, type, error, onChange }: FormulaFieldProps) {
  const { api } = useWorkspace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, type))
  const { data } = useQuery(formulaPreviewQuery(api.workspaceId, type, value, openGrid.get()?.currentId()))
  const preview = value.trim() === '' ? undefined : data
  return (
    <Field label="Formula" hint={tellPreview(preview)} error={tellFault(preview) ?? error}>
      {(control) => (
        <FormulaEditor
          value={value}
          attributes={attributes}
          fault={preview?.fault ?? undefined}
          control={control}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function tellFault(preview: FormulaPreview | undefined): string | undefined {
  return preview?.fault ? `Character ${preview.fault.start + 1}: ${preview.fault.message}` : undefined
}

function tellPreview(preview: FormulaPreview | undefined): string | undefined {
  if (preview?.fault) return undefined
  if (!preview) return 'Refer to attributes as {{key}}. Operators and functions are those of spreadsheets.'
  const { label, value } = preview
  if (label === null && value === null) return 'The formula is complete.'
  return `${label ?? 'The selected row'}: ${value === null ? 'no value' : shown(value)}`
}

function shown(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

interface FormulaEditorProps {
  value: string
  attributes: readonly NamedKey[]
  /** What of the text is wrong. */
  fault: Span | undefined
  control: ControlProps
  onChange: (value: string) => void
}

/** A text area over the same text in colours, with suggestions of keys and functions at the caret. */
function FormulaEditor({ value, attributes, fault, control, onChange }: FormulaEditorProps) {
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

const takeChosen: KeyAction = ({ suggestions, chosen, take }) => {
  const suggestion = suggestions[chosen]
  if (suggestion) take(suggestion)
}
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

interface FormulaSuggestionsProps {
  id: string
  suggestions: readonly Suggestion[]
  chosen: number
  onTake: (suggestion: Suggestion) => void
}

/** The list at the caret; the text area keeps the focus and says which line is meant. */
function FormulaSuggestions({ id, suggestions, chosen, onTake }: FormulaSuggestionsProps) {
  if (suggestions.length === 0) return null
  return (
    <div className="formula-suggestions" id={id} ref={bringIntoView} role="listbox" aria-label="Suggestions">
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          // A press would take the focus from the text area.
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(suggestion)
          }}
        >
          <code>{suggestion.label}</code>
          <span>{suggestion.help}</span>
        </div>
      ))}
    </div>
  )
}

/** The list opens at the end of a dialog that scrolls. */
function bringIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}
