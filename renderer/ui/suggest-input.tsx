import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import './popup.css'
import './token-picker.css'

export interface Suggestion {
  readonly value: string
  readonly hint: string
}

interface SuggestInputProps {
  label: string
  value: string
  suggestions: readonly Suggestion[]
  onChange: (value: string) => void
  /** Called when the list is needed, so that nothing is fetched for an unused field. */
  onOpen: () => void
  placeholder?: string | undefined
  inputMode?: 'text' | 'decimal'
  faultId?: string | undefined
}

/** A text field with suggestions; any other text can be typed, too. */
export function SuggestInput(props: SuggestInputProps) {
  const { label, value, suggestions, onChange, onOpen, placeholder, inputMode, faultId } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Autocomplete.Root
      items={suggestions}
      mode="none"
      value={value}
      onValueChange={onChange}
      itemToStringValue={(item) => item.value}
      open={isOpen && suggestions.length > 0}
      onOpenChange={(next) => {
        if (next) onOpen()
        setIsOpen(next)
      }}
      openOnInputClick
    >
      <Autocomplete.Input
        className="ui-control"
        aria-label={label}
        aria-invalid={faultId !== undefined || undefined}
        aria-describedby={faultId}
        placeholder={placeholder}
        inputMode={inputMode}
        spellCheck={false}
        // Suggestions that arrive after the field has lost the focus must not open.
        onBlur={() => setIsOpen(false)}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} align="start" className="ui-positioner">
          <Autocomplete.Popup className="ui-popup ui-menu ui-token-menu">
            <Autocomplete.List>
              {(item: Suggestion) => (
                <Autocomplete.Item key={item.value} value={item} className="ui-menu-item ui-suggestion">
                  <span>{item.value}</span>
                  <span className="ui-suggestion-hint">{item.hint}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
