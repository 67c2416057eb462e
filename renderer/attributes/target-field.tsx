import { entityTypes, type EntityType } from '#shared/entities.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

interface TargetFieldProps {
  value: EntityType | ''
  error: string | undefined
  onChange: (type: EntityType) => void
}

/** Which type of entities a reference points to. */
export function TargetField({ value, error, onChange }: TargetFieldProps) {
  return (
    <Field label="Refers to" error={error}>
      {({ id, describedBy, invalid }) => (
        <Select<EntityType | ''>
          id={id}
          describedBy={describedBy}
          invalid={invalid}
          value={value}
          options={entityTypes.map((type) => ({ value: type, label: typeTexts[type].plural }))}
          onChange={(type) => type !== '' && onChange(type)}
        />
      )}
    </Field>
  )
}
