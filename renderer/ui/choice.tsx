import { useId, type ReactNode } from 'react'
import './choice.css'

interface ChoiceProps<T extends string> {
  label: string
  value: T | undefined
  choices: readonly { readonly value: T; readonly label: string; readonly hint?: ReactNode }[]
  onChange: (value: T) => void
}

export function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className="ui-choice">
      <legend className="ui-field-label">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="ui-choice-card">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint !== undefined && <span className="ui-field-hint">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
