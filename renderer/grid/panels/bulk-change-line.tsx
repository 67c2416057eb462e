import { Trash2 } from 'lucide-react'
import type { FilterField } from '../../filters/filter-fields.ts'
import { ValueControl } from '../../filters/value-control.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-field.tsx'
import type { GridColumn } from '../../query/columns.ts'
import { listActions, takesSeveral, type BulkAction, type BulkChange } from './bulk-change.ts'

const labels: Readonly<Record<BulkAction, string>> = {
  set: 'set to',
  append: 'add',
  replace: 'replace text',
  clear: 'clear',
}

interface ChangeLineProps {
  change: BulkChange
  index: number
  columns: readonly GridColumn[]
  fields: readonly FilterField[]
  onChange: (change: BulkChange) => void
  onRemove: () => void
}

/** One attribute of a bulk edit: what is done with it, and the value. */
export function ChangeLine({ change, index, columns, fields, onChange, onRemove }: ChangeLineProps) {
  const column = columns.find(({ id }) => id === change.key)
  const field = fields.find(({ key }) => key === change.key)
  const actions = column === undefined ? [] : listActions(column)
  const choose = (key: string): void => {
    const next = columns.find(({ id }) => id === key)
    if (next !== undefined)
      onChange({ ...change, key, action: listActions(next)[0] ?? 'set', value: '', find: '' })
  }
  return (
    <div className="bulk-line" role="group" aria-label={`Change ${index + 1}`}>
      <Select
        label="Attribute"
        value={change.key}
        options={columns.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={choose}
      />
      <Select
        label="Action"
        value={change.action}
        options={actions.map((action) => ({ value: action, label: labels[action] }))}
        onChange={(action) => onChange({ ...change, action })}
      />
      <ChangeValue change={change} column={column} field={field} onChange={onChange} />
      <IconButton label="Leave this attribute as it is" onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

interface ChangeValueProps {
  change: BulkChange
  column: GridColumn | undefined
  field: FilterField | undefined
  onChange: (change: BulkChange) => void
}

/** What the action takes: a value, a text and what takes its place, or nothing. */
function ChangeValue({ change, column, field, onChange }: ChangeValueProps) {
  const setValue = (value: string): void => onChange({ ...change, value })
  if (change.action === 'clear') return <span className="ui-field-hint">The value is removed.</span>
  if (change.action === 'replace') {
    return (
      <span className="bulk-replace">
        <TextInput
          aria-label="Text to replace"
          placeholder="This text"
          value={change.find}
          onChange={(find) => onChange({ ...change, find })}
        />
        <TextInput aria-label="Replacement" placeholder="by this" value={change.value} onChange={setValue} />
      </span>
    )
  }
  if (field === undefined || column === undefined) return <span />
  const operator = takesSeveral(column) ? 'in' : 'eq'
  return (
    <ValueControl
      clause={{ key: change.key, operator, value: change.value }}
      field={field}
      onChange={setValue}
    />
  )
}
