import type { FilterClause } from '../query/grid-query.ts'
import { Select } from '../ui/select.tsx'
import { choiceOf, operatorChoices, withChoice, type FilterField } from './filter-fields.ts'
import { ValueControl } from './value-control.tsx'
import { t } from '../ui/text.ts'

interface ConditionFieldsProps {
  clause: FilterClause
  field: FilterField
  onChange: (clause: FilterClause) => void
}

/** What is asked of a field: an operator of its family, and the value it takes. */
export function ConditionFields({ clause, field, onChange }: ConditionFieldsProps) {
  const choices = operatorChoices(field)
  const choose = (id: string): void => {
    const choice = choices.find((candidate) => candidate.id === id)
    if (choice !== undefined) onChange(withChoice(clause, choice))
  }
  return (
    <>
      <Select
        label={t('Operator')}
        value={choiceOf(clause, field)?.id ?? ''}
        options={choices.map(({ id, label }) => ({ value: id, label }))}
        onChange={choose}
      />
      <div className="clause-operand">
        <ValueControl clause={clause} field={field} onChange={(value) => onChange({ ...clause, value })} />
      </div>
    </>
  )
}
