import { TextField } from '../ui/text-field.tsx'
import type { AttributeDraft, DraftFaults } from './attribute-draft.ts'

interface NumberLimitsProps {
  draft: AttributeDraft
  faults: DraftFaults
  onChange: (part: Partial<AttributeDraft>) => void
}

const fields = [
  ['unit', 'Unit', 'kg'],
  ['min', 'Minimum', 'none'],
  ['max', 'Maximum', 'none'],
  ['decimals', 'Decimals', 'any'],
] as const

/** Unit, limits and precision of a number; all may stay empty. */
export function NumberLimits({ draft, faults, onChange }: NumberLimitsProps) {
  return (
    <div className="number-limits">
      {fields.map(([part, label, placeholder]) => (
        <TextField
          key={part}
          label={label}
          placeholder={placeholder}
          inputMode={part === 'unit' ? 'text' : 'decimal'}
          value={draft[part]}
          error={faults[part]}
          onChange={(value) => onChange({ [part]: value })}
        />
      ))}
    </div>
  )
}
