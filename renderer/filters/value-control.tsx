import { useId } from 'react'
import type { FilterClause } from '../query/grid-query.ts'
import { arityOf } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { Select } from '../ui/select.tsx'
import { TextInput } from '../ui/text-field.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import type { FilterField } from './filter-fields.ts'
import { ReferenceValue } from './reference-value.tsx'
import { valueFault } from './value-fault.ts'

interface ValueControlProps {
  clause: FilterClause
  field: FilterField
  onChange: (value: string) => void
}

const booleans = [
  { value: 'true', label: 'checked' },
  { value: 'false', label: 'not checked' },
]

/** The control that fits the field and the operator. */
export function ValueControl(props: ValueControlProps) {
  const { clause, field, onChange } = props
  const { family, options, referenceType } = field
  if (arityOf(clause.operator) === 'boolean') return <span />
  if (family === 'boolean') {
    return <Select label="Value" value={clause.value} options={booleans} onChange={onChange} />
  }
  if (family === 'id' && referenceType !== undefined) {
    return <ReferenceValue clause={clause} type={referenceType} onChange={onChange} />
  }
  const takesOption = options.length > 0 && ['eq', 'ne', 'in'].includes(clause.operator)
  return takesOption ? <OptionValue {...props} /> : <TextValue {...props} />
}

function OptionValue({ clause, field, onChange }: ValueControlProps) {
  const toToken = (value: string) => ({ value, label: value })
  return (
    <TokenPicker
      label="Value"
      single={arityOf(clause.operator) !== 'many'}
      tokens={splitList(clause.value).map(toToken)}
      choices={field.options.map(toToken)}
      onChange={(tokens) => onChange(tokens.map(({ value }) => value).join(','))}
      placeholder="Choose…"
    />
  )
}

function TextValue({ clause, field, onChange }: ValueControlProps) {
  const id = useId()
  const isDate = field.family === 'date' || field.family === 'timestamp'
  const fault = valueFault(clause, field)
  return (
    <div className="clause-value">
      <TextInput
        aria-label="Value"
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        type={isDate ? 'date' : 'text'}
        inputMode={field.family === 'number' ? 'decimal' : 'text'}
        value={isDate ? clause.value.slice(0, 10) : clause.value}
        onChange={onChange}
        placeholder={arityOf(clause.operator) === 'many' ? 'Values, separated by commas' : 'Value'}
      />
      {fault !== undefined && (
        <p className="ui-field-error" id={id}>
          {fault}
        </p>
      )}
    </div>
  )
}
