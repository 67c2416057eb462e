import { Trash2 } from 'lucide-react'
import type { LetterCase } from '#shared/bulk-operations.ts'
import type { FilterField } from '../../filters/filter-fields.ts'
import { ValueControl } from '../../filters/value-control.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { countOf } from '../../ui/format-count.ts'
import { TextInput } from '../../ui/text-field.tsx'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import {
  caseOf,
  listActions,
  newChange,
  takesSeveral,
  type BulkAction,
  type BulkChange,
} from './bulk-change.ts'

const labels: Readonly<Record<BulkAction, string>> = {
  set: 'set to',
  add: 'add or subtract',
  percent: 'change by percent',
  round: 'round',
  replace: 'replace text',
  prefix: 'put before',
  suffix: 'put after',
  case: 'change letters',
  trim: 'trim spaces',
  add_items: 'add',
  remove_items: 'remove',
  from: 'copy from',
  formula: 'compute',
  clear: 'clear',
}

/** What people read of an action; a date is moved. */
function labelOf(action: BulkAction, { traits }: GridColumn): string {
  return action === 'add' && traits.family === 'date' ? 'move by days' : labels[action]
}

interface ChangeLineProps {
  change: BulkChange
  index: number
  /** Those that the line may change. */
  columns: readonly GridColumn[]
  /** Those that values may be taken from. */
  sources: readonly GridColumn[]
  fields: readonly FilterField[]
  onChange: (change: BulkChange) => void
  onRemove: () => void
}

/** One attribute of a bulk edit: what is done with it, and what the action takes. */
export function ChangeLine({ change, index, columns, sources, fields, onChange, onRemove }: ChangeLineProps) {
  const column = columns.find(({ id }) => id === change.key)
  const field = fields.find(({ key }) => key === change.key)
  const begin = (next: GridColumn | undefined, action?: BulkAction): void => {
    if (next !== undefined) onChange({ ...newChange(next, action), id: change.id })
  }
  return (
    <div className="bulk-line" role="group" aria-label={`Change ${index + 1}`}>
      <Select
        label="Attribute"
        value={change.key}
        options={columns.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(key) => begin(columns.find(({ id }) => id === key))}
      />
      <Select
        label="Action"
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
      <IconButton label="Leave this attribute as it is" onClick={onRemove}>
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

/** What the action takes. */
function Arguments(props: ArgumentsProps) {
  const Control = controls[props.change.action]
  return <Control {...props} />
}

type Control = (props: ArgumentsProps) => React.ReactNode

const controls: Readonly<Record<BulkAction, Control>> = {
  set: (props) => <Value {...props} isSeveral={takesSeveral(props.column)} />,
  clear: () => <span className="ui-field-hint">The value is removed.</span>,
  add: (props) => <Amount {...props} hint={props.column.traits.family === 'date' ? 'days' : undefined} />,
  percent: (props) => <Amount {...props} hint="percent" />,
  round: Rounding,
  replace: Replacing,
  prefix: (props) => <Text {...props} label="Text before" />,
  suffix: (props) => <Text {...props} label="Text after" />,
  case: ({ change, onChange }) => (
    <Select
      label="Letters"
      value={caseOf(change.value)}
      options={letters}
      onChange={(value) => onChange({ ...change, value })}
    />
  ),
  trim: () => (
    <span className="ui-field-hint">Spaces around the text go, and those between words become one.</span>
  ),
  add_items: (props) => <Value {...props} isSeveral />,
  remove_items: (props) => <Value {...props} isSeveral />,
  from: ({ change, column, sources, onChange }) => (
    <Select
      label="Copy from"
      value={change.value}
      options={sources
        .filter((from) => from.id !== column.id && !from.isSystem && !isMeasured(from))
        .map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => onChange({ ...change, value })}
    />
  ),
  formula: (props) => <Text {...props} label="Formula" placeholder={'ROUND({{price}} * 1.04, 2)'} isCode />,
}

const letters: readonly SelectOption<LetterCase>[] = [
  { value: 'title', label: 'Each Word Capital' },
  { value: 'sentence', label: 'First letter capital' },
  { value: 'upper', label: 'ALL CAPITALS' },
  { value: 'lower', label: 'all small' },
]

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

/** A number that is added or a percentage, and what the result is rounded to. */
function Amount(props: ArgumentsProps & { hint?: string | undefined }) {
  const { change, column, hint, onChange } = props
  return (
    <>
      <TextInput
        aria-label={hint === undefined ? 'Amount' : `Amount in ${hint}`}
        className="bulk-amount"
        inputMode="decimal"
        placeholder={hint === 'percent' ? '4 or -10' : hint === 'days' ? '14 or -7' : '5 or -2.50'}
        value={change.value}
        onChange={(value) => onChange({ ...change, value })}
      />
      {hint !== undefined && <span className="bulk-unit">{hint}</span>}
      {column.traits.family === 'number' && <Rounding {...props} />}
    </>
  )
}

const roundings: readonly SelectOption<string>[] = [
  { value: 'x.99', label: 'to end in .99' },
  { value: 'x.95', label: 'to end in .95' },
  { value: 'x.90', label: 'to end in .90' },
  { value: 'x9', label: 'to end in 9' },
  { value: '0.01', label: 'to 0.01' },
  { value: '0.05', label: 'to 0.05' },
  { value: '0.1', label: 'to 0.10' },
  { value: '0.5', label: 'to 0.50' },
  { value: '1', label: 'to whole numbers' },
  { value: '10', label: 'to tens' },
]

/** What a result is rounded to. */
function Rounding({ change, column, onChange }: ArgumentsProps) {
  const isOptional = change.action !== 'round'
  const { decimals } = column.constraints
  const none = {
    value: 'none',
    label: decimals === undefined ? 'not rounded' : `to ${countOf(decimals, 'decimal')}`,
  }
  return (
    <Select
      label="Rounding"
      value={change.rounding === '' ? none.value : change.rounding}
      options={isOptional ? [none, ...roundings] : roundings}
      onChange={(rounding) => onChange({ ...change, rounding: rounding === none.value ? '' : rounding })}
    />
  )
}

function Replacing({ change, onChange }: ArgumentsProps) {
  return (
    <div className="bulk-replace">
      <TextInput
        aria-label={change.isPattern ? 'Pattern to replace' : 'Text to replace'}
        placeholder={change.isPattern ? 'This pattern' : 'This text'}
        value={change.find}
        onChange={(find) => onChange({ ...change, find })}
      />
      <TextInput
        aria-label="Replacement"
        placeholder={change.isPattern ? 'by this, $1 for a group' : 'by this'}
        value={change.value}
        onChange={(value) => onChange({ ...change, value })}
      />
      <Checkbox
        label="Match case"
        checked={change.isCaseKept}
        onChange={(isCaseKept) => onChange({ ...change, isCaseKept })}
      />
      <Checkbox
        label="Pattern"
        checked={change.isPattern}
        onChange={(isPattern) => onChange({ ...change, isPattern })}
      />
    </div>
  )
}
