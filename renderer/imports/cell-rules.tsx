import { dataTypeTraits } from '#shared/attributes.ts'
import type { DateOrder, DecimalMark, EmptyCells } from '#shared/imports.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { emptyCellTexts, type RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { byLanguage, t } from '../ui/text.ts'

interface CellRulesProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

/** No choice of its own is this word. */
const plain = '-'

const decimalTexts = byLanguage((): readonly { value: DecimalMark | typeof plain; label: string }[] => [
  { value: plain, label: '1234.5' },
  { value: 'point', label: t('1,234.5 with a point') },
  { value: 'comma', label: t('1.234,5 with a comma') },
])
const dateTexts = byLanguage((): readonly { value: DateOrder | typeof plain; label: string }[] => [
  { value: plain, label: '2026-01-31' },
  { value: 'dmy', label: t('Day, month, year') },
  { value: 'mdy', label: t('Month, day, year') },
  { value: 'ymd', label: t('Year, month, day') },
])
const emptyTexts = byLanguage((): readonly { value: EmptyCells | typeof plain; label: string }[] => [
  { value: plain, label: t('as for all columns') },
  ...emptyCellTexts(),
])

/** How the cells of a column are written, as far as its data type leaves a choice. */
export function CellRules({ column, onChange }: CellRulesProps) {
  const { rule, data_type: type, kind } = column
  const isValue = kind !== 'parent'
  const { family, shape, hasTokens } = dataTypeTraits[type]
  return (
    <>
      <div className="import-rule-fields">
        {isValue && family === 'number' && (
          <RuleSelect
            label={t('Numbers are written')}
            value={rule.decimal}
            options={decimalTexts()}
            onChange={(decimal) => onChange({ decimal })}
          />
        )}
        {isValue && family === 'date' && (
          <RuleSelect
            label={t('Dates are written')}
            value={rule.dates}
            options={dateTexts()}
            onChange={(dates) => onChange({ dates })}
          />
        )}
        {isValue && (hasTokens || shape === 'reference_list') && (
          <TextField
            label={t('Members of the list are separated by')}
            placeholder={t('a comma')}
            value={rule.separator ?? ''}
            maxLength={10}
            onChange={(separator) => onChange({ separator: separator === '' ? undefined : separator })}
          />
        )}
        <RuleSelect
          label={t('An empty cell')}
          value={rule.empty_cells}
          options={emptyTexts()}
          onChange={(mode) => onChange({ empty_cells: mode })}
        />
      </div>
      <Checkbox
        label={t('Leave out spaces before and after the text')}
        checked={rule.trim ?? false}
        onChange={(isTrimmed) => onChange({ trim: isTrimmed ? true : undefined })}
      />
    </>
  )
}

interface RuleSelectProps<T extends string> {
  label: string
  value: T | undefined
  options: readonly { value: T | typeof plain; label: string }[]
  onChange: (value: T | undefined) => void
}

/** A choice whose first option stands for no rule. */
function RuleSelect<T extends string>({ label, value, options, onChange }: RuleSelectProps<T>) {
  return (
    <Field label={label}>
      {({ id }) => (
        <Select<T | typeof plain>
          id={id}
          value={value ?? plain}
          options={options}
          onChange={(next) => onChange(next === plain ? undefined : next)}
        />
      )}
    </Field>
  )
}
