import { Plus, X } from 'lucide-react'
import { letterCases, type LetterCase } from '#shared/bulk-operations.ts'
import { type ColumnStep, type ColumnStepName, dateOrders, decimalMarks } from '#shared/imports.ts'
import { familyOfUnit, findUnit, unitFamilies, unitsOf } from '#shared/units.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox, Field, TextField, TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { TokenPicker } from '../ui/token-picker.tsx'
import type { PlannedColumn } from './plan-columns.ts'

const caseTexts = cachedByLanguage((): Readonly<Record<LetterCase, string>> => ({
  upper: t('ALL UPPER CASE'),
  lower: t('all lower case'),
  title: t('Each Word Upper'),
  sentence: t('As in a sentence'),
}))

interface StepFieldsProps {
  step: ColumnStep
  number: number
  column: PlannedColumn
  headers: readonly string[]
  onChange: (step: ColumnStep) => void
}

/** The fields of a step. */
export function StepFields(props: StepFieldsProps) {
  const { step, column, headers, onChange } = props
  if ('replace' in step)
    return <ReplaceFields replace={step.replace} onChange={(replace) => onChange({ replace })} />
  if ('split' in step) return <SplitFields split={step.split} onChange={(split) => onChange({ split })} />
  if ('join' in step)
    return <JoinFields join={step.join} headers={headers} onChange={(join) => onChange({ join })} />
  if ('map' in step) return <MapFields map={step.map} column={column} onChange={(map) => onChange({ map })} />
  if ('unit' in step) return <UnitFields unit={step.unit} onChange={(unit) => onChange({ unit })} />
  return <OneField {...props} />
}

function OneField({ step, number, onChange }: StepFieldsProps) {
  if ('case' in step)
    return (
      <Choice
        label={t('Letters')}
        value={step.case}
        options={letterCases}
        texts={caseTexts()}
        onChange={(letters) => onChange({ case: letters })}
      />
    )
  if ('number' in step)
    return (
      <Choice
        label={t('Numbers are written')}
        value={step.number.decimal}
        options={decimalMarks}
        texts={{ point: t('1,234.5 with a point'), comma: t('1.234,5 with a comma') }}
        onChange={(decimal) => onChange({ number: { decimal } })}
      />
    )
  if ('date' in step)
    return (
      <Choice
        label={t('Dates are written')}
        value={step.date.order}
        options={dateOrders}
        texts={{ dmy: t('Day, month, year'), mdy: t('Month, day, year'), ymd: t('Year, month, day') }}
        onChange={(order) => onChange({ date: { order } })}
      />
    )
  const [name, text] = Object.entries(step)[0] ?? []
  if (name === undefined || typeof text !== 'string') return null
  return (
    <TextInput
      aria-label={t('Text of step {number}', { number })}
      value={text}
      onChange={(next) => onChange({ [name]: next } as ColumnStep)}
    />
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly Value[]
  texts: Readonly<Record<Value, string>>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, texts, onChange }: ChoiceProps<Value>) {
  const named = options.map((option) => ({ value: option, label: texts[option] }))
  return <Select<Value> label={label} value={value} options={named} onChange={onChange} />
}

type Members<Name extends ColumnStepName> = Extract<ColumnStep, Readonly<Record<Name, unknown>>>[Name]
type FieldsProps<Name extends ColumnStepName> = Readonly<Record<Name, Members<Name>>> & {
  onChange: (members: Members<Name>) => void
}

function ReplaceFields({ replace, onChange }: FieldsProps<'replace'>) {
  return (
    <>
      <TextField label={t('Text')} value={replace.find} onChange={(find) => onChange({ ...replace, find })} />
      <TextField
        label={t('Written as')}
        placeholder={t('empty')}
        value={replace.with}
        onChange={(text) => onChange({ ...replace, with: text })}
      />
      <Checkbox
        label={t('Is a pattern')}
        checked={replace.pattern ?? false}
        onChange={(pattern) => onChange({ ...replace, pattern })}
      />
    </>
  )
}

function SplitFields({ split, onChange }: FieldsProps<'split'>) {
  return (
    <>
      <TextField
        label={t('Separator')}
        value={split.separator}
        onChange={(separator) => onChange({ ...split, separator })}
      />
      <TextField
        label={t('Part, from the end with a minus')}
        inputMode="numeric"
        value={String(split.part)}
        onChange={(text) => onChange({ ...split, part: Number.parseInt(text, 10) || 0 })}
      />
    </>
  )
}

function JoinFields({ join, headers, onChange }: FieldsProps<'join'> & { headers: readonly string[] }) {
  const toToken = (header: string) => ({ value: header, label: header })
  return (
    <>
      <Field label={t('Columns')}>
        {(control) => (
          <TokenPicker
            label={t('Columns')}
            control={control}
            tokens={join.columns.map(toToken)}
            choices={headers.map(toToken)}
            onChange={(tokens) => onChange({ ...join, columns: tokens.map(({ value }) => value) })}
          />
        )}
      </Field>
      <TextField
        label={t('Separator')}
        value={join.separator}
        onChange={(separator) => onChange({ ...join, separator })}
      />
    </>
  )
}

function MapFields({ map, column, onChange }: FieldsProps<'map'> & { column: PlannedColumn }) {
  const pairs = Object.entries(map.table)
  const take = (next: readonly (readonly [string, string])[]): void =>
    onChange({ ...map, table: Object.fromEntries(next) })
  return (
    <div className="import-value-map">
      {pairs.map(([from, to], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pair is nothing but its place while it is typed
        <div key={at} className="import-value-pair">
          <TextInput
            aria-label={t('Cell to replace {index}', { index: at + 1 })}
            placeholder={t('in the file')}
            value={from}
            onChange={(text) => take(pairs.map((pair, index) => (index === at ? [text, to] : pair)))}
          />
          <span aria-hidden>→</span>
          <TextInput
            aria-label={t('Written as {index}', { index: at + 1 })}
            placeholder={t('empty')}
            list={`import-options-${column.index}`}
            value={to}
            onChange={(text) => take(pairs.map((pair, index) => (index === at ? [from, text] : pair)))}
          />
          <IconButton
            label={from === '' ? t('Do not replace this') : t('Do not replace {value}', { value: from })}
            onClick={() => take(pairs.toSpliced(at, 1))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <datalist id={`import-options-${column.index}`}>
        {column.acceptable_values.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
      <Button variant="ghost" disabled={'' in map.table} onClick={() => take([...pairs, ['', '']])}>
        <Plus aria-hidden />
        {t('Replace a cell')}
      </Button>
      <Choice
        label={t('Other cells')}
        value={map.otherwise ?? 'keep'}
        options={['keep', 'clear', 'fail']}
        texts={{ keep: t('stay'), clear: t('clear the value'), fail: t('are refused') }}
        onChange={(otherwise) => onChange({ ...map, otherwise })}
      />
    </div>
  )
}

function UnitFields({ unit, onChange }: FieldsProps<'unit'>) {
  const from = findUnit(unit.from)
  const symbols = unitFamilies.flatMap((family) => unitsOf(family).map(({ symbol }) => symbol))
  const same = from ? unitsOf(familyOfUnit(from)).map(({ symbol }) => symbol) : symbols
  const named = (list: readonly string[]) => list.map((symbol) => ({ value: symbol, label: symbol }))
  return (
    <>
      <Select
        label={t('From unit')}
        value={unit.from}
        options={named(symbols)}
        onChange={(next) => {
          const family = findUnit(next)
          const others = family ? unitsOf(familyOfUnit(family)).map(({ symbol }) => symbol) : []
          onChange({
            from: next,
            to: others.includes(unit.to) ? unit.to : (others.find((one) => one !== next) ?? next),
          })
        }}
      />
      <Select
        label={t('To unit')}
        value={unit.to}
        options={named(same)}
        onChange={(to) => onChange({ ...unit, to })}
      />
    </>
  )
}
