import { useId } from 'react'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { KeyDraft, KeyFaults, KeyLifetime } from './key-draft.ts'
import type { AccessPreset } from './scope-choices.ts'
import { ScopeTable } from './scope-table.tsx'

interface KeyFormProps {
  draft: KeyDraft
  faults: KeyFaults
  onChange: (part: Partial<KeyDraft>) => void
}

const lifetimes: readonly { value: KeyLifetime; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export function KeyForm({ draft, faults, onChange }: KeyFormProps) {
  return (
    <>
      <TextField
        label="Name"
        placeholder="ERP sync"
        hint="It stands beside each change that comes through this key."
        value={draft.name}
        error={faults.name}
        maxLength={200}
        onChange={(name) => onChange({ name })}
      />
      <AccessChoice access={draft.access} onChange={(access) => onChange({ access })} />
      {draft.access === 'custom' && (
        <ScopeTable scopes={draft.scopes} error={faults.scopes} onChange={(scopes) => onChange({ scopes })} />
      )}
      <Field label="Expires" className="key-lifetime">
        {({ id }) => (
          <Select
            id={id}
            value={draft.lifetime}
            options={lifetimes}
            onChange={(lifetime) => onChange({ lifetime })}
          />
        )}
      </Field>
    </>
  )
}

const presets: readonly { value: AccessPreset; label: string; hint: string }[] = [
  { value: 'read', label: 'Read', hint: 'Sees everything, changes nothing.' },
  { value: 'all', label: 'Read and write', hint: 'Every scope there is.' },
  { value: 'custom', label: 'Custom', hint: 'Only what you tick.' },
]

function AccessChoice({
  access,
  onChange,
}: {
  access: AccessPreset
  onChange: (access: AccessPreset) => void
}) {
  const group = useId()
  return (
    <fieldset className="access-choice">
      <legend className="ui-field-label">May do</legend>
      {presets.map(({ value, label, hint }) => (
        <label key={value} className="access-card">
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={access === value}
            onChange={() => onChange(value)}
          />
          <span>{label}</span>
          <span className="ui-field-hint">{hint}</span>
        </label>
      ))}
    </fieldset>
  )
}
