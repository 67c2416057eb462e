import { type KeyboardEvent, useState } from 'react'
import type { ControlProps } from './field.tsx'
import { TextInput } from './text-field.tsx'

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
