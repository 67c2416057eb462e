import type { Suggestion } from './formula-words.ts'

interface FormulaSuggestionsProps {
  id: string
  suggestions: readonly Suggestion[]
  chosen: number
  onTake: (suggestion: Suggestion) => void
}

/** The list at the caret; the text area keeps the focus and says which line is meant. */
export function FormulaSuggestions({ id, suggestions, chosen, onTake }: FormulaSuggestionsProps) {
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
