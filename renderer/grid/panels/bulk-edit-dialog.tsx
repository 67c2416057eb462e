import { toMessage } from '../../ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { PenLine, Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import { explainFault } from '#shared/tell-fault.ts'
import { ApiError } from '../../api/api-error.ts'
import { useFilterFields } from '../../filters/use-filter-fields.ts'
import { usePlace } from '../../query/use-place.ts'
import { countOf } from '../../ui/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useWorkspace } from '../../state/workspace-context.ts'
import { openSession } from '../actions/open-sessions.ts'
import type { GridColumn } from '../../query/columns.ts'
import { isNarrowed } from '../../query/grid-query.ts'
import { toFilterObject } from '../../query/filter-object.ts'
import { useGridColumns } from '../../query/use-grid-columns.ts'
import { listActions, editableColumns, findFault, toChanges, type BulkChange } from './bulk-change.ts'
import { ChangeLine } from './bulk-change-line.tsx'
import { startNext } from './bulk-run-state.ts'
import { toFilters, selectedRows } from '../actions/bulk-target.ts'
import { countQuery, mostNamedRows } from '../../query/list-queries.ts'
import './bulk-edit.css'

/** The button that changes many rows at once, and its dialog. */
export function BulkEditButton({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { columns } = useGridColumns(workspace.id, type)
  const [isOpen, setOpen] = useState(false)
  const editable = editableColumns(columns ?? [])
  const close = (): void => setOpen(false)
  return (
    <>
      <Button variant="ghost" disabled={editable.length === 0} onClick={() => setOpen(true)}>
        <PenLine aria-hidden />
        Bulk edit
      </Button>
      <Dialog title="Edit many rows at once" size="large" open={isOpen} onClose={close} keepOnOutsidePress>
        {isOpen && <BulkEditForm type={type} columns={editable} onClose={close} />}
      </Dialog>
    </>
  )
}

interface BulkEditFormProps {
  type: EntityType
  columns: readonly GridColumn[]
  onClose: () => void
}

function BulkEditForm({ type, columns, onClose }: BulkEditFormProps) {
  const affected = useAffectedRows(type)
  const [changes, setChanges] = useState<readonly BulkChange[]>(() => columns.slice(0, 1).map(toLine))
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const lacking = findFault(changes, columns) ?? affected.fault
    setFault(lacking)
    if (lacking !== undefined) return
    setBusy(true)
    try {
      await affected.start(toChanges(changes, columns))
      onClose()
    } catch (error) {
      setFault(explain(error, columns))
      setBusy(false)
    }
  }
  return (
    <form className="bulk-edit" onSubmit={(event) => void submit(event)} noValidate>
      <AffectedRowsChoice affected={affected} />
      <ChangeLines type={type} columns={columns} changes={changes} onChange={setChanges} />
      {fault !== undefined && <Notice tone="danger">{fault}</Notice>}
      <div className="ui-dialog-actions">
        <span className="ui-field-hint ui-footer-start">One Undo takes the whole edit back.</span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} disabled={affected.count === 0}>
          Change {countOf(affected.count, 'row')}
        </Button>
      </div>
    </form>
  )
}

interface ChangeLinesProps {
  type: EntityType
  columns: readonly GridColumn[]
  changes: readonly BulkChange[]
  onChange: (changes: readonly BulkChange[]) => void
}

/** One line for each attribute; every attribute can have one. */
function ChangeLines({ type, columns, changes, onChange }: ChangeLinesProps) {
  const fields = useFilterFields(type)
  const free = columns.filter(({ id }) => !changes.some(({ key }) => key === id))
  return (
    <div className="bulk-lines">
      {changes.map((change, index) => (
        <ChangeLine
          key={change.id}
          change={change}
          index={index}
          columns={columns.filter((column) => column.id === change.key || free.includes(column))}
          fields={fields}
          onChange={(next) => onChange(changes.with(index, next))}
          onRemove={() => onChange(changes.toSpliced(index, 1))}
        />
      ))}
      <Button
        variant="ghost"
        disabled={free.length === 0}
        onClick={() => onChange([...changes, ...free.slice(0, 1).map(toLine)])}
      >
        <Plus aria-hidden />
        Change another attribute
      </Button>
    </div>
  )
}

function toLine(column: GridColumn): BulkChange {
  return {
    id: crypto.randomUUID(),
    key: column.id,
    action: listActions(column)[0] ?? 'set',
    value: '',
    find: '',
  }
}

type AffectedRows = ReturnType<typeof useAffectedRows>

/** Which rows are meant, how many they are, and the start of their edit. */
function useAffectedRows(type: EntityType) {
  const { api, workspace } = useWorkspace()
  const { place } = usePlace()
  const { query } = place
  const session = openSession(workspace.id, type)
  const { data: matching = 0 } = useQuery(countQuery(api, type, query))
  const [{ spans, count: selected }] = useState(() => selectedRows(session))
  const [isAll, setAll] = useState(selected < 2)
  const count = isAll ? matching : selected
  const isNamed = !isAll || toFilterObject(query) === undefined
  const fault =
    isNamed && count > mostNamedRows
      ? `Rows that are selected or searched for can be changed ${countOf(mostNamedRows, 'row')} at a time. Use a filter for more.`
      : undefined
  const start = async (changes: ReturnType<typeof toChanges>): Promise<void> => {
    const filters = await toFilters(session, query, isAll ? 'all' : spans)
    const bodies = filters.map((filter) => ({ type, filter, filter_join: query.join, ...changes }))
    const title = `Changing ${countOf(count, 'row')}`
    await startNext(session, {
      title,
      waiting: bodies,
      jobId: '',
      editIds: [],
      changed: 0,
      failed: 0,
      firstError: undefined,
    })
  }
  return { isNarrowed: isNarrowed(query), type, count, fault, start, selected, matching, isAll, setAll }
}

function AffectedRowsChoice({ affected }: { affected: AffectedRows }) {
  const { type, selected, matching, isAll, setAll, isNarrowed } = affected
  const nounOf = (count: number): string => (count === 1 ? type : pluralOf[type])
  return (
    <fieldset className="bulk-affected">
      <legend className="ui-field-label">Which rows</legend>
      <label data-disabled={selected === 0 || undefined}>
        <input
          type="radio"
          name="bulk-affected"
          checked={!isAll}
          disabled={selected === 0}
          onChange={() => setAll(false)}
        />
        {selected === 0
          ? 'The selection: select rows in the grid first'
          : `The selection: ${countOf(selected, nounOf(selected), nounOf(selected))}`}
      </label>
      <label>
        <input type="radio" name="bulk-affected" checked={isAll} onChange={() => setAll(true)} />
        {isNarrowed ? 'Everything that matches' : 'Everything'}:{' '}
        {countOf(matching, nounOf(matching), nounOf(matching))}
      </label>
    </fieldset>
  )
}

function explain(error: unknown, columns: readonly GridColumn[]): string {
  const faults = error instanceof ApiError ? error.fieldErrors : []
  if (faults.length === 0) return toMessage(error)
  return faults
    .map((fault) => {
      const name = columns.find(({ id }) => fault.field.endsWith(`.${id}`))?.name ?? fault.field
      return `${name}: ${explainFault(fault)}`
    })
    .join(' ')
}
