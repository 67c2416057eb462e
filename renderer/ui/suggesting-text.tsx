import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { type ControlProps, TextInput } from './field.tsx'
import './suggesting-text.css'
import { t } from './text.ts'

export interface PaintedWord {
  readonly start: number
  readonly text: string
  readonly kind: string
  readonly isFault: boolean
}

/** A suggestion at the caret; taking it replaces the text from `start` to `end`. */
export interface Suggestion {
  readonly start: number
  readonly end: number
  readonly insert: string
  readonly label: string
  readonly help: string
}

interface SuggestingTextProps {
  value: string
  words: readonly PaintedWord[]
  suggestAt: (text: string, caret: number) => readonly Suggestion[]
  placeholder: string
  control: ControlProps
  onChange: (value: string) => void
  isProse?: boolean
  rows?: number
}

export function SuggestingText(props: SuggestingTextProps) {
  const { value, words, placeholder, control, onChange, isProse = false, rows = 3 } = props
  const listId = useId()
  const { area, suggestions, chosen, look, take, onKeyDown } = useSuggestions(props)
  const [first] = suggestions
  return (
    <div className="suggesting" data-prose={isProse || undefined}>
      <Painted words={words} mark={first?.start} />
      <textarea
        ref={area}
        id={control.id}
        className="ui-control suggesting-text"
        rows={rows}
        spellCheck={isProse}
        autoComplete="off"
        placeholder={placeholder}
        aria-describedby={control.describedBy}
        aria-invalid={control.invalid || undefined}
        aria-autocomplete="list"
        aria-controls={first ? listId : undefined}
        aria-activedescendant={first ? `${listId}-${chosen}` : undefined}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          look(target.selectionStart)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => look(undefined)}
      />
      {first && <SuggestionList id={listId} suggestions={suggestions} chosen={chosen} onTake={take} />}
    </div>
  )
}

function useSuggestions({ value, suggestAt, onChange }: SuggestingTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | undefined>(undefined)
  const [chosen, setChosen] = useState(0)
  const suggestions = caret === undefined ? [] : suggestAt(value, caret)
  const look = (at: number | undefined): void => {
    setCaret(at)
    setChosen(0)
  }
  const take = ({ start, end, insert }: Suggestion): void => {
    onChange(value.slice(0, start) + insert + value.slice(end))
    look(undefined)
    // The caret can only be set once the new text is rendered.
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
  return { area, suggestions, chosen, look, take, onKeyDown }
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

function Painted({ words, mark }: { words: readonly PaintedWord[]; mark: number | undefined }) {
  return (
    <div className="suggesting-paint" aria-hidden="true">
      {words.map(({ start, text, kind, isFault }) => {
        const at = mark === undefined ? -1 : mark - start
        const isHere = at >= 0 && at < text.length
        return (
          <span key={start} data-kind={kind} data-fault={isFault || undefined}>
            {isHere ? text.slice(0, at) : text}
            {isHere && <span className="suggesting-mark" />}
            {isHere && text.slice(at)}
          </span>
        )
      })}
    </div>
  )
}

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  chosen: number
  onTake: (suggestion: Suggestion) => void
}

function SuggestionList({ id, suggestions, chosen, onTake }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    placeBelowMark(list.current)
    list.current?.scrollIntoView({ block: 'nearest' })
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div className="suggestions" id={id} ref={list} role="listbox" aria-label={t('Suggestions')}>
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

const gap = 4

function placeBelowMark(list: HTMLElement | null): void {
  const mark = list?.parentElement?.querySelector<HTMLElement>('.suggesting-mark')
  if (!list || !mark) return
  const { offsetLeft, offsetTop, offsetHeight, parentElement } = mark
  const room = (list.parentElement?.clientWidth ?? 0) - list.offsetWidth
  list.style.left = `${Math.max(0, Math.min(offsetLeft, room))}px`
  list.style.top = `${offsetTop + Math.max(offsetHeight, parentElement?.getClientRects()[0]?.height ?? 0) + gap}px`
}

interface SavedTextProps {
  label?: string
  control?: ControlProps
  value: string
  placeholder?: string
  onSave: (text: string) => void
}

export function SavedText({ label, control, value, placeholder, onSave }: SavedTextProps) {
  const [draft, setDraft] = useState<string>()
  const save = (): void => {
    if (draft !== undefined && draft.trim() !== value) onSave(draft.trim())
    setDraft(undefined)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape' && draft !== undefined) setDraft(undefined)
  }
  return (
    <TextInput
      {...(control === undefined ? { 'aria-label': label } : { control })}
      value={draft ?? value}
      placeholder={placeholder}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={press}
    />
  )
}
