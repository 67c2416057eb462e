import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { Worklist, WorklistPatch, NewWorklist } from '#shared/views.ts'
import { peopleQuery } from '../api/comments-queries.ts'
import { createWorklist, updateWorklist, worklistsKey } from '../api/views-queries.ts'
import { useShownType } from '../query/location.ts'
import type { DialogProps, RowScope } from '../state/dialogs.ts'
import { ScopeChoice, scopeAtFirst, useChosenRows } from '../state/use-chosen-rows.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import { showSuccess, errorText } from '../ui/toast.tsx'
import './views.css'
import { hasVariantsKey, maxInValues } from '#shared/filters.ts'
import { withClause, emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { countQuery } from '../query/list-queries.ts'
import { rowsOf } from './worklist-location.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    worklist: { readonly scope?: RowScope; readonly worklist?: Worklist }
  }
}

export function WorklistDialog({ request, onClose }: DialogProps<'worklist'>) {
  const shown = useShownType()
  const known = request?.worklist
  return (
    <Dialog
      title={known ? t('Change the worklist') : t('Save as a worklist')}
      description={
        known
          ? undefined
          : t('Assign these rows to somebody to work through. A row is done once it no longer matches.')
      }
      size="small"
      open={request !== undefined}
      onClose={onClose}
    >
      {request !== undefined &&
        (known ? (
          <ChangeForm worklist={known} onClose={onClose} />
        ) : (
          <NewForm type={shown} scope={request.scope} onClose={onClose} />
        ))}
    </Dialog>
  )
}

interface NewFormProps {
  readonly type: EntityType
  readonly scope: RowScope | undefined
  readonly onClose: () => void
}

class TooManyRows extends Error {}

/**
 * Returns the rows of a new worklist: selected rows are a filter within the list, so that done ones leave
 * it as usual.
 */
async function rowsToGive(
  type: EntityType,
  { query, counts, choose }: ReturnType<typeof useChosenRows>,
  { scope, isSoldOnly }: { readonly scope: RowScope; readonly isSoldOnly: boolean },
): Promise<Pick<NewWorklist, 'entity_type' | 'filter' | 'q'>> {
  const of = (rows: typeof query) => ({
    entity_type: type,
    ...rowsOf(isSoldOnly ? withClause(rows, isSold) : rows),
  })
  if (scope === 'all') return of(emptyGridQuery)
  if (scope === 'view') return of(query)
  if (counts.selection > maxInValues)
    throw new TooManyRows(
      t('Select at most {maxInValues} rows, or assign all that the view shows.', { maxInValues }),
    )
  const chosen = await choose(scope)
  if (!('ids' in chosen)) return of(query)
  return of(withClause(query, { key: 'id', operator: 'in', value: chosen.ids.join(',') }))
}

const isSold = { key: hasVariantsKey, operator: 'eq', value: 'false' }

function NewForm({ type, scope: wanted, onClose }: NewFormProps) {
  const { workspace } = useWorkspace()
  const rows = useChosenRows(type)
  const [scope, setScope] = useState(wanted ?? scopeAtFirst(rows))
  const [countsAll, setCountsAll] = useState(false)
  const parents = useParents(type, rows.query, scope)
  const isSoldOnly = parents > 0 && !countsAll
  const save = async (given: WorklistValues): Promise<void> => {
    await createWorklist(workspace.id, { ...(await rowsToGive(type, rows, { scope, isSoldOnly })), ...given })
  }
  return (
    <WorklistForm
      start={{ name: '', assignee_id: null, due_on: null }}
      isEmpty={rows.counts[scope] === 0}
      onSave={save}
      onClose={onClose}
    >
      <ScopeChoice type={type} rows={rows} value={scope} onChange={setScope} />
      {parents > 0 && (
        <Checkbox
          label={t('Count what is sold')}
          hint={t(
            '{count, plural, one {# product with variants is} other {# products with variants are}} left out: the variants are counted.',
            { count: parents },
          )}
          checked={isSoldOnly}
          onChange={(isChosen) => setCountsAll(!isChosen)}
        />
      )}
    </WorklistForm>
  )
}

/** How many products with variants a filter finds; none of rows that somebody has selected one by one. */
function useParents(type: EntityType, query: GridQuery, scope: RowScope): number {
  const { api } = useWorkspace()
  const rows = scope === 'all' ? emptyGridQuery : query
  const parents = withClause(rows, { ...isSold, value: 'true' })
  const countsParents = type === 'product' && scope !== 'selection'
  const { data = 0 } = useQuery({ ...countQuery(api, type, parents), enabled: countsParents })
  return countsParents ? data : 0
}

function ChangeForm({ worklist, onClose }: { worklist: Worklist; onClose: () => void }) {
  const { workspace } = useWorkspace()
  const { id, name, assignee, due_on: dueOn } = worklist
  const save = async (given: WorklistValues): Promise<void> => {
    await updateWorklist(workspace.id, id, given)
  }
  const start = { name, assignee_id: assignee?.id ?? null, due_on: dueOn }
  return <WorklistForm start={start} onSave={save} onClose={onClose} />
}

type WorklistValues = Required<Pick<WorklistPatch, 'assignee_id' | 'due_on'>> & { readonly name: string }

interface WorklistFormProps {
  readonly start: WorklistValues
  readonly isEmpty?: boolean
  readonly onSave: (given: WorklistValues) => Promise<void>
  readonly onClose: () => void
  readonly children?: ReactNode
}

const nobody = 'nobody'

function WorklistForm({ start, isEmpty = false, onSave, onClose, children }: WorklistFormProps) {
  const [name, setName] = useState(start.name)
  const [assignee, setAssignee] = useState(start.assignee_id ?? nobody)
  const [due, setDue] = useState(start.due_on ?? '')
  const { fault, isBusy, save } = useSave(onSave, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const given = { assignee_id: assignee === nobody ? null : assignee, due_on: due === '' ? null : due }
    void save({ name: name.trim(), ...given })
  }
  return (
    <form className="view-form" onSubmit={submit} noValidate>
      <TextField
        label={t('Name')}
        value={name}
        onChange={setName}
        error={fault}
        maxLength={200}
        placeholder={t('Such as: Missing prices')}
      />
      {children}
      <AssigneeField value={assignee} onChange={setAssignee} />
      <TextField label={t('Due on')} type="date" value={due} onChange={setDue} />
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isBusy} disabled={isEmpty}>
          {t('Save the worklist')}
        </Button>
      </div>
    </form>
  )
}

interface AssigneeFieldProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

function AssigneeField({ value, onChange }: AssigneeFieldProps) {
  const { api } = useWorkspace()
  const { data: people = [] } = useQuery(peopleQuery(api))
  const options = [{ id: nobody, name: t('Nobody yet') }, ...people]
  return (
    <Field label={t('For')}>
      {({ id }) => (
        <Select
          id={id}
          value={value}
          options={options.map((person) => ({ value: person.id, label: person.name }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function useSave(onSave: (given: WorklistValues) => Promise<void>, onClose: () => void) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const save = async (given: WorklistValues): Promise<void> => {
    if (given.name === '') return setFault(t('Enter a name.'))
    setIsBusy(true)
    try {
      await onSave(given)
      showSuccess(t('{name} was saved', { name: given.name }))
      void queryClient.invalidateQueries({ queryKey: worklistsKey(workspace.id) })
      onClose()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { fault, isBusy, save }
}
