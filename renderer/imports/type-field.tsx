import {
  type Constraints,
  type DataType,
  dataTypes,
  dataTypeTraits,
  isReferenceType,
} from '#shared/attributes.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import { attributeKindOf, attributeLooks, dataTypeLooks } from '../query/data-types.ts'
import { Select } from '../ui/select.tsx'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { t } from '../ui/text.ts'

interface TypeFieldProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

const guessed = '-'
const types = dataTypes.filter((type) => dataTypeTraits[type].writable)

/** The data type of what a column goes to; that of a new attribute can be chosen, and is guessed from the whole file else. */
export function TypeField({ column, onChange }: TypeFieldProps) {
  const { kind, rule, data_type: type, constraints, header } = column
  if (kind === 'attribute') return dataTypeLooks()[type].name
  if (kind !== 'new') return null
  return (
    <Select<DataType | typeof guessed>
      label={t('Type of {header}', { header })}
      value={rule.data_type ?? guessed}
      options={[
        { value: guessed, label: typeName(type, constraints), hint: t('as it looks') },
        ...types.map((known) => ({ value: known, label: dataTypeLooks()[known].name })),
      ]}
      onChange={(next) => onChange(typeRule(next))}
    />
  )
}

/** `Money (EUR)`, `Measure (kg)`, `GTIN`, or the data type. */
function typeName(type: DataType, constraints: Constraints = {}): string {
  const unit = unitOfConstraints(constraints)
  const { name } = attributeLooks()[attributeKindOf(type, constraints)]
  return unit === undefined ? name : `${name} (${unit})`
}

function typeRule(type: DataType | typeof guessed): RuleChange {
  if (type === guessed) return { data_type: undefined, reference_type: undefined }
  return { data_type: type, reference_type: isReferenceType(type) ? 'vendor' : undefined }
}
