import { useId } from 'react'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { KeyDraft, KeyFaults, KeyLifetime } from './key-draft.ts'
import type { AccessPreset } from './scope-choices.ts'
import { ScopeTable } from './scope-table.tsx'
import { byLanguage, t } from '../ui/text.ts'

interface KeyFormProps {
  draft: KeyDraft
  faults: KeyFaults
  onChange: (part: Partial<KeyDraft>) => void
}

const lifetimes = byLanguage((): readonly { value: KeyLifetime; label: string }[] => [
  { value: 'never', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
])

export function KeyForm({ draft, faults, onChange }: KeyFormProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        placeholder={t('ERP sync')}
        hint={t('It is shown beside each change made with this key.')}
        value={draft.name}
        error={faults.name}
        maxLength={200}
        onChange={(name) => onChange({ name })}
      />
      <AccessChoice access={draft.access} onChange={(access) => onChange({ access })} />
      {draft.access === 'custom' && (
        <ScopeTable scopes={draft.scopes} error={faults.scopes} onChange={(scopes) => onChange({ scopes })} />
      )}
      <Field label={t('Expires')} className="key-lifetime">
        {({ id }) => (
          <Select
            id={id}
            value={draft.lifetime}
            options={lifetimes()}
            onChange={(lifetime) => onChange({ lifetime })}
          />
        )}
      </Field>
    </>
  )
}

const presets = byLanguage((): readonly { value: AccessPreset; label: string; hint: string }[] => [
  { value: 'read', label: t('Read'), hint: t('Sees everything, changes nothing.') },
  { value: 'all', label: t('Read and write'), hint: t('Every scope there is.') },
  { value: 'custom', label: t('Custom'), hint: t('Only what you tick.') },
])

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
      <legend className="ui-field-label">{t('May do')}</legend>
      {presets().map(({ value, label, hint }) => (
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
