import { Plus } from 'lucide-react'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import type { BulkEdit, BulkSample, SavedAction } from '#shared/bulk-operations.ts'
import type { EntityType } from '#shared/entities.ts'
import { savedActionsQuery } from '../../api/views-queries.ts'
import { useFilterFields } from '../../filters/use-filter-fields.ts'
import type { GridColumn } from '../../query/columns.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AffectedRowsChoice, useAffectedRows, type AffectedRows } from './affected-rows.tsx'
import {
  hasPlace,
  linesOf,
  type BulkChange,
  findFault,
  newChange,
  toChanges,
  type BulkChanges,
} from './bulk-change.ts'
import { ChangeLine } from './bulk-change-line.tsx'
import { explainRefusal, BulkTrial } from './bulk-trial.tsx'
import { nothingDone, startNext } from './bulk-run.tsx'
import { SavedActionBar } from './saved-action-line.tsx'
import './bulk-edit.css'
import { t } from '../../ui/text.ts'
import { Shown } from '../../jobs/differences-grid.tsx'
import { sampleBulkEdit } from '../../query/bulk-requests.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { useDebouncedValue } from '../../ui/focus.ts'

interface BulkEditFormProps {
  type: EntityType
  columns: readonly GridColumn[]
  editable: readonly GridColumn[]
  keys: readonly string[]
  actionId: string | undefined
  onClose: () => void
}

interface SampleProps {
  affected: AffectedRows
  changes: BulkChanges | undefined
  columns: readonly GridColumn[]
}

const settlingMs = 250

/** The results for the first ten rows while the edit is written; a newer request cancels the older one. */
function BulkSamplePreview({ affected, changes, columns }: SampleProps) {
  const { session, type, place } = affected
  const asked = useDebouncedValue(JSON.stringify(changes ?? null), settlingMs)
  const { data, error } = useQuery({
    queryKey: ['bulk-sample', session.api.workspaceId, type, place, asked],
    queryFn: async ({ signal }) => {
      const sent: BulkChanges = JSON.parse(asked)
      return sampleBulkEdit(session.api, { type, ...(await affected.sampled()), ...sent }, signal)
    },
    enabled: asked !== 'null',
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (changes === undefined)
    return <p className="ui-field-hint bulk-preview">{t('What is entered is tried out here on ten rows.')}</p>
  if (error !== null) return <Notice tone="warning">{explainRefusal(error, columns)}</Notice>
  return (
    <section className="bulk-preview" aria-label={t('Ten rows before and after')}>
      {data === undefined ? <Skeleton height={120} /> : <SampleTable sample={data} columns={columns} />}
    </section>
  )
}

interface SampleTableProps {
  sample: BulkSample
  columns: readonly GridColumn[]
}

function SampleTable({ sample: { rows }, columns }: SampleTableProps) {
  const same = rows.filter(({ changes, faults }) => changes.length === 0 && faults.length === 0).length
  const tried = t('{count, plural, one {# row} other {# rows}}', { count: rows.length })
  if (rows.length === 0) return <p className="ui-field-hint">{t('There are no such rows.')}</p>
  if (same === rows.length)
    return <p className="ui-field-hint">{t('{tried} tried out: nothing in them would change.', { tried })}</p>
  return (
    <>
      <div className="bulk-table" tabIndex={0} role="region" aria-label={t('Before and after')}>
        <table>
          <thead>
            <tr>
              {[t('Row'), t('Attribute'), t('Now'), t('After the edit')].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SampleRow key={row.id} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {same > 0 && (
        <p className="ui-field-hint">
          {t('{same} of the first {tried} would stay as they are.', { same, tried })}
        </p>
      )}
    </>
  )
}

interface SampleRowProps {
  row: BulkSample['rows'][number]
  columns: readonly GridColumn[]
}

function SampleRow({ row: { label, changes, faults }, columns }: SampleRowProps) {
  const name = label ?? t('(no name)')
  return (
    <>
      {changes.map(({ attribute, old, new: value }) => (
        <tr key={attribute}>
          <td>{name}</td>
          <td>{columns.find(({ id }) => id === attribute)?.name ?? attribute}</td>
          <td>
            <Shown value={old} />
          </td>
          <td>
            <Shown value={value} />
          </td>
        </tr>
      ))}
      {faults.map((fault) => (
        <tr key={fault} data-refused>
          <td>{name}</td>
          <td colSpan={3}>{t('Rejected: {fault}', { fault })}</td>
        </tr>
      ))}
    </>
  )
}

export function BulkEditForm(props: BulkEditFormProps) {
  const { type, columns, editable } = props
  const { affected, changes, setChanges, wire, fault, isBusy, trial, setTrial, tryOut, run, saved } =
    useBulkForm(props)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    run()
  }
  return (
    <form className="bulk-edit" onSubmit={submit} noValidate>
      <SavedActionBar affected={affected} {...saved} />
      <AffectedRowsChoice affected={affected} />
      <ChangeLines
        type={type}
        columns={columns}
        editable={editable}
        changes={changes}
        onChange={setChanges}
      />
      {fault !== undefined && <Notice tone="danger">{fault}</Notice>}
      {trial ? (
        <BulkTrial key={trial.of} bodies={trial.bodies} columns={columns} onEnd={() => setTrial(undefined)} />
      ) : (
        <BulkSamplePreview affected={affected} changes={wire} columns={columns} />
      )}
      <div className="ui-dialog-actions">
        <span className="ui-field-hint ui-footer-start">
          {t('The whole edit can be undone in one step.')}
        </span>
        <Button disabled={trial !== undefined || affected.count === 0} onClick={tryOut}>
          {t('Try out on all rows')}
        </Button>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isBusy} disabled={affected.count === 0}>
          {t('Change {count, plural, one {# row} other {# rows}}', { count: affected.count })}
        </Button>
      </div>
    </form>
  )
}

interface Trial {
  readonly of: string
  readonly bodies: readonly BulkEdit[]
}

function useBulkForm({ type, columns, editable, keys, actionId, onClose }: BulkEditFormProps) {
  const [action, setAction] = useState<SavedAction>()
  const affected = useAffectedRows(type, keys.length > 0, action)
  const [changes, setChanges] = useState(() => firstChanges(editable, keys))
  const [fault, setFault] = useState<string>()
  const choose = (next: SavedAction | undefined): void => {
    setAction(next)
    setFault(undefined)
    setChanges(next === undefined ? firstChanges(editable, keys) : linesOf(next, editable))
    if (next !== undefined && hasPlace(next)) affected.setScope('action')
  }
  useActionAtStart(affected.session.api.workspaceId, type, actionId, choose)
  const [isBusy, setBusy] = useState(false)
  const [trial, setTrial] = useState<Trial>()
  const lacking = findFault(changes, editable)
  const wire = lacking === undefined ? toChanges(changes, editable) : undefined
  const asked = JSON.stringify([affected.place, wire])
  const withBodies = async (use: (bodies: readonly BulkEdit[]) => unknown): Promise<void> => {
    setFault(lacking)
    if (wire === undefined) return
    setBusy(true)
    try {
      const targets = await affected.targets()
      await use(targets.map((target) => ({ type, ...target, ...wire })))
    } catch (error) {
      setFault(explainRefusal(error, columns))
    }
    setBusy(false)
  }
  const title = t('Changing {count, plural, one {# row} other {# rows}}', { count: affected.count })
  const run = () =>
    void withBodies(async (waiting) => {
      await startNext(affected.session, { ...nothingDone, title, waiting, jobId: '' })
      onClose()
    })
  const tryOut = () => void withBodies((bodies) => setTrial({ of: asked, bodies }))
  const saved = {
    chosen: action,
    onChoose: choose,
    askForChanges: () => {
      setFault(lacking)
      return wire
    },
    onFault: (error: unknown) => setFault(explainRefusal(error, columns)),
  }
  const present = trial?.of === asked ? trial : undefined
  return { affected, changes, setChanges, wire, fault, isBusy, trial: present, setTrial, tryOut, run, saved }
}

function useActionAtStart(
  workspaceId: string,
  type: EntityType,
  id: string | undefined,
  choose: (action: SavedAction) => void,
): void {
  const { data: actions } = useQuery({ ...savedActionsQuery(workspaceId, type), enabled: id !== undefined })
  const wanted = actions?.find((action) => action.id === id)
  const chooseFirst = useEffectEvent(choose)
  const found = wanted?.id
  useEffect(() => {
    if (wanted !== undefined && found !== undefined) chooseFirst(wanted)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is saved later is chosen where it is saved
  }, [found])
}

function firstChanges(editable: readonly GridColumn[], keys: readonly string[]): readonly BulkChange[] {
  const meant = keys.length === 0 ? editable.slice(0, 1) : editable.filter(({ id }) => keys.includes(id))
  return meant.map((column) => newChange(column))
}

interface ChangeLinesProps {
  type: EntityType
  columns: readonly GridColumn[]
  editable: readonly GridColumn[]
  changes: readonly BulkChange[]
  onChange: (changes: readonly BulkChange[]) => void
}

function ChangeLines({ type, columns, editable, changes, onChange }: ChangeLinesProps) {
  const fields = useFilterFields(type)
  const free = editable.filter(({ id }) => !changes.some(({ key }) => key === id))
  return (
    <div className="bulk-lines" data-beginning>
      {changes.map((change, index) => (
        <ChangeLine
          key={change.id}
          change={change}
          index={index}
          columns={editable.filter((column) => column.id === change.key || free.includes(column))}
          sources={columns}
          fields={fields}
          onChange={(next) => onChange(changes.with(index, next))}
          onRemove={() => onChange(changes.toSpliced(index, 1))}
        />
      ))}
      <Button
        variant="ghost"
        disabled={free.length === 0}
        onClick={() => onChange([...changes, ...free.slice(0, 1).map((column) => newChange(column))])}
      >
        <Plus aria-hidden />
        {t('Change another attribute')}
      </Button>
    </div>
  )
}
