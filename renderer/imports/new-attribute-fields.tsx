import { dataTypeTraits, isReferenceType, type DataType } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'

interface NewAttributeFieldsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

const guessed = '-'
const types = (Object.keys(dataTypeTraits) as DataType[]).filter((type) => dataTypeTraits[type].writable)

/** The data type of an attribute that a column is to get; without a choice it is guessed from the whole file. */
export function NewAttributeFields({ column, onChange }: NewAttributeFieldsProps) {
  const { rule, data_type: type } = column
  const isReference = rule.data_type !== undefined && isReferenceType(rule.data_type)
  return (
    <div className="import-rule-fields">
      <Field label="Data type">
        {({ id }) => (
          <Select<DataType | typeof guessed>
            id={id}
            value={rule.data_type ?? guessed}
            options={[
              { value: guessed, label: `As it looks: ${dataTypeTraits[type].name}` },
              ...types.map((known) => ({ value: known, label: dataTypeTraits[known].name })),
            ]}
            onChange={(next) => onChange(typeRule(next))}
          />
        )}
      </Field>
      {isReference && (
        <Field label="Refers to">
          {({ id }) => (
            <Select<EntityType>
              id={id}
              value={rule.reference_type ?? 'vendor'}
              options={entityTypes.map((known) => ({ value: known, label: typeTexts[known].plural }))}
              onChange={(target) => onChange({ reference_type: target, by: undefined })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function typeRule(type: DataType | typeof guessed): RuleChange {
  if (type === guessed) return { data_type: undefined, reference_type: undefined }
  return { data_type: type, reference_type: isReferenceType(type) ? 'vendor' : undefined }
}
