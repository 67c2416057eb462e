import { isReferenceType, dataTypeTraits } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { type RuleChange, emptyCellTexts } from './import-choices.ts'
import type { ColumnProps } from './import-props.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { FoundBy } from './reference-fields.tsx'
import { t, cachedByLanguage } from '../ui/text.ts'
import { TriangleAlert } from 'lucide-react'
import { sampleProblem } from './sample-problem.ts'
import { ColumnSteps } from './column-steps.tsx'
import type { DateOrder, DecimalMark, EmptyCells } from '#shared/imports.ts'

interface ColumnSettingsProps {
  column: PlannedColumn
  target: EntityType | undefined
  plan: Pick<ColumnProps['plan'], 'columns' | 'isBehind'>
  version: number
  onChange: (part: RuleChange) => void
}

interface CellRulesProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

const plain = '-'

const decimalTexts = cachedByLanguage((): readonly { value: DecimalMark | typeof plain; label: string }[] => [
  { value: plain, label: '1234.5' },
  { value: 'point', label: t('1,234.5 with a point') },
  { value: 'comma', label: t('1.234,5 with a comma') },
])
const dateTexts = cachedByLanguage((): readonly { value: DateOrder | typeof plain; label: string }[] => [
  { value: plain, label: '2026-01-31' },
  { value: 'dmy', label: t('Day, month, year') },
  { value: 'mdy', label: t('Month, day, year') },
  { value: 'ymd', label: t('Year, month, day') },
])
const emptyTexts = cachedByLanguage((): readonly { value: EmptyCells | typeof plain; label: string }[] => [
  { value: plain, label: t('as for all columns') },
  ...emptyCellTexts(),
])

function CellRules({ column, onChange }: CellRulesProps) {
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
    </>
  )
}

interface RuleSelectProps<T extends string> {
  label: string
  value: T | undefined
  options: readonly { value: T | typeof plain; label: string }[]
  onChange: (value: T | undefined) => void
}

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

export function ColumnSettings({ column, target, plan, version, onChange }: ColumnSettingsProps) {
  const { kind, data_type: type } = column
  const isTaken = kind !== 'none' && kind !== 'id'
  return (
    <div className="import-column-settings">
      {isTaken && (
        <div className="import-column-rules">
          {kind === 'new' && isReferenceType(type) && <RefersTo column={column} onChange={onChange} />}
          {target !== undefined && <FoundBy column={column} target={target} onChange={onChange} />}
          <CellRules column={column} onChange={onChange} />
          <ColumnSteps
            key={`${version} ${column.rule.trim}`}
            column={column}
            headers={plan.columns.map(({ header }) => header).filter(Boolean)}
            onChange={onChange}
          />
        </div>
      )}
      <SampleTable column={column} isBehind={plan.isBehind} />
    </div>
  )
}

function RefersTo({ column: { rule }, onChange }: Pick<ColumnSettingsProps, 'column' | 'onChange'>) {
  return (
    <Field label={t('Refers to')}>
      {({ id }) => (
        <Select<EntityType>
          id={id}
          value={rule.reference_type ?? 'vendor'}
          options={entityTypes.map((known) => ({ value: known, label: typeTexts()[known].plural }))}
          onChange={(target) => onChange({ reference_type: target, by: undefined })}
        />
      )}
    </Field>
  )
}

interface SampleTableProps {
  column: PlannedColumn
  isBehind: boolean
}

function SampleTable({ column, isBehind }: SampleTableProps) {
  const { samples, converted, kind } = column
  if (samples.length === 0)
    return <p className="ui-field-hint">{t('Every cell that was looked at is empty.')}</p>
  return (
    <div
      className="import-table import-samples"
      role="region"
      tabIndex={0}
      aria-label={t('Samples of {header}', { header: column.header })}
      aria-busy={isBehind}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('In the file')}</th>
            <th scope="col">{t('In the catalog')}</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample, index) => (
            <tr key={sample}>
              <td>{sample}</td>
              <td>
                <Converted value={converted[index]} isLeftOut={kind === 'none'} />
                <Problem text={sampleProblem(column, index)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Converted({ value, isLeftOut }: { value: unknown; isLeftOut: boolean }) {
  if (isLeftOut) return <span className="import-left-out">{t('left out')}</span>
  if (value === null || value === undefined) return <span className="import-left-out">{t('nothing')}</span>
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span className="import-problem">
      <TriangleAlert aria-hidden />
      {text}
    </span>
  )
}
