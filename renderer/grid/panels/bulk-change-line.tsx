import { Trash2 } from 'lucide-react'
import type { LetterCase } from '#shared/bulk-operations.ts'
import type { FilterField } from '../../filters/filter-fields.ts'
import { ValueControl } from '../../filters/value-control.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import {
  caseOf,
  listActions,
  newChange,
  takesSeveral,
  type BulkAction,
  type BulkChange,
} from './bulk-change.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

const labels = cachedByLanguage((): Readonly<Record<BulkAction, string>> => ({
  set: t('set to'),
  add: t('add or subtract'),
  percent: t('change by percent'),
  round: t('round'),
  replace: t('replace text'),
  prefix: t('put before'),
  suffix: t('put after'),
  case: t('change letters'),
  trim: t('trim spaces'),
  add_items: t('add'),
  remove_items: t('remove'),
  from: t('copy from'),
  formula: t('compute'),
  clear: t('clear'),
}))

function labelOf(action: BulkAction, { traits }: GridColumn): string {
  return action === 'add' && traits.family === 'date' ? t('move by days') : labels()[action]
}

interface ChangeLineProps {
  change: BulkChange
  index: number
  columns: readonly GridColumn[]
  sources: readonly GridColumn[]
  fields: readonly FilterField[]
  onChange: (change: BulkChange) => void
  onRemove: () => void
}

export function ChangeLine({ change, index, columns, sources, fields, onChange, onRemove }: ChangeLineProps) {
  const column = columns.find(({ id }) => id === change.key)
  const field = fields.find(({ key }) => key === change.key)
  const begin = (next: GridColumn | undefined, action?: BulkAction): void => {
    if (next !== undefined) onChange({ ...newChange(next, action), id: change.id })
  }
  return (
    <div className="bulk-line" role="group" aria-label={t('Change {index}', { index: index + 1 })}>
      <Select
        label={t('Attribute')}
        value={change.key}
        options={columns.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(key) => begin(columns.find(({ id }) => id === key))}
      />
      <Select
        label={t('Action')}
        value={change.action}
        options={
          column === undefined
            ? []
            : listActions(column).map((action) => ({ value: action, label: labelOf(action, column) }))
        }
        onChange={(action) => begin(column, action)}
      />
      {column !== undefined && field !== undefined && (
        <div className="bulk-arguments">
          <Arguments change={change} column={column} field={field} sources={sources} onChange={onChange} />
        </div>
      )}
      <IconButton label={t('Leave this attribute as it is')} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

interface ArgumentsProps {
  change: BulkChange
  column: GridColumn
  field: FilterField
  sources: readonly GridColumn[]
  onChange: (change: BulkChange) => void
}

function Arguments(props: ArgumentsProps) {
  const Control = controls()[props.change.action]
  return <Control {...props} />
}

type Control = (props: ArgumentsProps) => React.ReactNode

const controls = cachedByLanguage((): Readonly<Record<BulkAction, Control>> => ({
  set: (props) => <Value {...props} isSeveral={takesSeveral(props.column)} />,
  clear: () => <span className="ui-field-hint">{t('The value is removed.')}</span>,
  add: (props) => <Amount {...props} unit={props.column.traits.family === 'date' ? 'days' : undefined} />,
  percent: (props) => <Amount {...props} unit="percent" />,
  round: Rounding,
  replace: Replacing,
  prefix: (props) => <Text {...props} label={t('Text before')} />,
  suffix: (props) => <Text {...props} label={t('Text after')} />,
  case: ({ change, onChange }) => (
    <Select
      label={t('Letters')}
      value={caseOf(change.value)}
      options={letters()}
      onChange={(value) => onChange({ ...change, value })}
    />
  ),
  trim: () => (
    <span className="ui-field-hint">
      {t('Spaces around the text go, and those between words become one.')}
    </span>
  ),
  add_items: (props) => <Value {...props} isSeveral />,
  remove_items: (props) => <Value {...props} isSeveral />,
  from: ({ change, column, sources, onChange }) => (
    <Select
      label={t('Copy from')}
      value={change.value}
      options={sources
        .filter((from) => from.id !== column.id && !from.isSystem && !isMeasured(from))
        .map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => onChange({ ...change, value })}
    />
  ),
  formula: (props) => (
    <Text {...props} label={t('Formula')} placeholder={'ROUND({{price}} * 1.04, 2)'} isCode />
  ),
}))

const letters = cachedByLanguage((): readonly SelectOption<LetterCase>[] => [
  { value: 'title', label: t('Each Word Capital') },
  { value: 'sentence', label: t('First letter capital') },
  { value: 'upper', label: t('ALL CAPITALS') },
  { value: 'lower', label: t('all small') },
])

function Value({ change, field, onChange, isSeveral }: ArgumentsProps & { isSeveral: boolean }) {
  return (
    <ValueControl
      clause={{ key: change.key, operator: isSeveral ? 'in' : 'eq', value: change.value }}
      field={field}
      onChange={(value) => onChange({ ...change, value })}
    />
  )
}

function Text({
  change,
  onChange,
  label,
  placeholder,
  isCode = false,
}: ArgumentsProps & { label: string; placeholder?: string; isCode?: boolean }) {
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder ?? label}
      className={isCode ? 'bulk-formula' : undefined}
      value={change.value}
      onChange={(value) => onChange({ ...change, value })}
    />
  )
}

const units = cachedByLanguage(() => ({
  percent: { hint: t('percent'), example: t('4 or -10') },
  days: { hint: t('days'), example: t('14 or -7') },
}))

function Amount(props: ArgumentsProps & { unit?: keyof ReturnType<typeof units> | undefined }) {
  const { change, column, unit, onChange } = props
  const { hint, example } = unit === undefined ? { hint: undefined, example: t('5 or -2.50') } : units()[unit]
  return (
    <>
      <TextInput
        aria-label={hint === undefined ? t('Amount') : t('Amount in {hint}', { hint })}
        className="bulk-amount"
        inputMode="decimal"
        placeholder={example}
        value={change.value}
        onChange={(value) => onChange({ ...change, value })}
      />
      {hint !== undefined && <span className="bulk-unit">{hint}</span>}
      {column.traits.family === 'number' && <Rounding {...props} />}
    </>
  )
}

const roundings = cachedByLanguage((): readonly SelectOption<string>[] => [
  { value: 'x.99', label: t('to end in .99') },
  { value: 'x.95', label: t('to end in .95') },
  { value: 'x.90', label: t('to end in .90') },
  { value: 'x9', label: t('to end in 9') },
  { value: '0.01', label: 'to 0.01' },
  { value: '0.05', label: 'to 0.05' },
  { value: '0.1', label: 'to 0.10' },
  { value: '0.5', label: 'to 0.50' },
  { value: '1', label: t('to whole numbers') },
  { value: '10', label: t('to tens') },
])

function Rounding({ change, column, onChange }: ArgumentsProps) {
  const isOptional = change.action !== 'round'
  const { decimals } = column.constraints
  const none = {
    value: 'none',
    label:
      decimals === undefined
        ? t('not rounded')
        : t('to {decimals, plural, one {# decimal} other {# decimals}}', { decimals }),
  }
  return (
    <Select
      label={t('Rounding')}
      value={change.rounding === '' ? none.value : change.rounding}
      options={isOptional ? [none, ...roundings()] : roundings()}
      onChange={(rounding) => onChange({ ...change, rounding: rounding === none.value ? '' : rounding })}
    />
  )
}

function Replacing({ change, onChange }: ArgumentsProps) {
  return (
    <div className="bulk-replace">
      <TextInput
        aria-label={change.isPattern ? t('Pattern to replace') : t('Text to replace')}
        placeholder={change.isPattern ? t('This pattern') : t('This text')}
        value={change.find}
        onChange={(find) => onChange({ ...change, find })}
      />
      <TextInput
        aria-label={t('Replacement')}
        placeholder={change.isPattern ? t('by this, $1 for a group') : t('by this')}
        value={change.value}
        onChange={(value) => onChange({ ...change, value })}
      />
      <Checkbox
        label={t('Match case')}
        checked={change.matchesCase}
        onChange={(matchesCase) => onChange({ ...change, matchesCase: matchesCase })}
      />
      <Checkbox
        label={t('Pattern')}
        checked={change.isPattern}
        onChange={(isPattern) => onChange({ ...change, isPattern })}
      />
    </div>
  )
}
