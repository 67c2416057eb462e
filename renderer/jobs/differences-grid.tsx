import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findEntityType, type EntityType } from '#shared/entities.ts'
import type { Difference, Job } from '#shared/jobs.ts'
import { kinds } from '#shared/kinds.ts'
import { entitiesByIdQuery } from '../api/entities-queries.ts'
import { differencesAPage, differencesQuery } from '../api/imports-queries.ts'
import { formatCalendarDay, formatCount, formatMoney } from '../ui/format-count.ts'
import type { GridColumn } from '../query/columns.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { Notice } from '../ui/notice.tsx'
import { Pages } from '../ui/pages.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { cachedByLocale, t } from '../ui/text.ts'
import './differences-grid.css'

interface DifferencesGridProps {
  readonly job: Job
  /** Shows only what would be created, or only what would be updated. */
  readonly status?: Difference['status'] | undefined
}

/** The rows that a dry run would change, with old and new values in the columns of their attributes. */
export function DifferencesGrid(props: DifferencesGridProps) {
  return <DifferencePages key={`${props.job.id} ${props.status}`} {...props} />
}

function DifferencePages({ job, status }: DifferencesGridProps) {
  const { api } = useWorkspace()
  const [offset, setOffset] = useState(0)
  const { data, error, isPlaceholderData } = useQuery(differencesQuery(api, job.id, { offset, status }))
  if (error !== null)
    return (
      <Notice tone="warning" title={t('The differences cannot be shown')}>
        {error.message}
      </Notice>
    )
  if (data === undefined) return <Skeleton height={160} />
  if (data.total === 0) return <p className="ui-field-hint">{t('Nothing in the catalog would change.')}</p>
  return (
    <>
      <div
        className="differences-grid"
        tabIndex={0}
        role="region"
        aria-label={t('What would change')}
        aria-busy={isPlaceholderData}
      >
        <Grid job={job} rows={rowsOfType(data.differences, typeOf(job.metadata))} />
      </div>
      {data.total > differencesAPage && (
        <div className="differences-pages">
          <span className="ui-field-hint">{t('Values')}</span>
          <Pages offset={offset} size={differencesAPage} total={data.total} onOffset={setOffset} />
        </div>
      )}
    </>
  )
}

interface ChangedRow {
  readonly key: string
  readonly first: Difference
  readonly byAttribute: Map<string, Difference>
}

/** Vendors and categories that a row creates are counted with its column, not shown as rows. */
function rowsOfType(differences: readonly Difference[], type: EntityType): ChangedRow[] {
  const own = differences.filter((difference) => difference.type === type)
  return groupByRow(own.length > 0 ? own : differences)
}

/** The rows of a page of differences, each with its values by attribute. */
export function groupByRow(differences: readonly Difference[]): ChangedRow[] {
  const rows = new Map<string, ChangedRow>()
  for (const difference of differences) {
    const key = `${difference.row} ${difference.id ?? difference.label}`
    const row = rows.get(key) ?? { key, first: difference, byAttribute: new Map<string, Difference>() }
    row.byAttribute.set(difference.attribute, difference)
    rows.set(key, row)
  }
  return [...rows.values()]
}

function Grid({ job, rows }: { readonly job: Job; readonly rows: readonly ChangedRow[] }) {
  const columns = useColumns(job)
  const parents = useParentNames(job, rows)
  const attributes = [...new Set(rows.flatMap(({ byAttribute }) => [...byAttribute.keys()]))]
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Row')}</th>
          <th scope="col" data-entry>
            {t('Entry')}
          </th>
          {attributes.map((key) => (
            <th key={key} scope="col">
              {columns.get(key)?.name ?? nameOfNew(job, key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, first, byAttribute }) => (
          <tr key={key} data-status={first.status}>
            <td className="row-number">{formatCount(first.row)}</td>
            <th scope="row">
              {first.label ?? t('(no name)')}
              {first.status === 'created' && <span className="import-new"> {t('new¦row')}</span>}
            </th>
            {attributes.map((attribute) => (
              <td key={attribute}>
                <ChangedCell
                  difference={byAttribute.get(attribute)}
                  column={columns.get(attribute)}
                  parents={parents}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useColumns({ metadata }: Job): ReadonlyMap<string, GridColumn> {
  const { workspace } = useWorkspace()
  const { columns = [] } = useGridColumns(workspace.id, typeOf(metadata))
  return new Map(columns.map((column) => [column.id, column]))
}

/** The header of the file for an attribute that the import creates. */
function nameOfNew({ result }: Job, key: string): string {
  if (key === 'parent_id') return t('Parent')
  const headers = result !== null && 'mapping' in result ? Object.entries(result.mapping ?? {}) : []
  return headers.find(([, mapped]) => mapped === key)?.[0] ?? key
}

function typeOf(metadata: Job['metadata']): EntityType {
  return findEntityType(metadata['type']) ?? 'product'
}

type ParentNames = ReadonlyMap<unknown, string | null>

function useParentNames({ metadata }: Job, rows: readonly ChangedRow[]): ParentNames {
  const { api } = useWorkspace()
  const ids = rows
    .flatMap(({ byAttribute }) => byAttribute.get('parent_id') ?? [])
    .flatMap(({ old, new: value }) => [old, value])
    .filter((id) => typeof id === 'string')
  const query = entitiesByIdQuery(api, typeOf(metadata), [...new Set(ids)])
  const { data = [] } = useQuery(query)
  return new Map(data.map(({ id, label }) => [id, label]))
}

interface ChangedCellProps {
  readonly difference: Difference | undefined
  readonly column: GridColumn | undefined
  readonly parents: ParentNames
}

function ChangedCell({ difference, column, parents }: ChangedCellProps) {
  if (difference === undefined) return null
  const { status, attribute, old, new: value } = difference
  const describe = (id: unknown): unknown =>
    attribute === 'parent_id' && typeof id === 'string'
      ? (parents.get(id) ?? t('another entry of the file'))
      : withUnit(id, column)
  const hadNone = old === null || old === undefined || old === ''
  if (status === 'created') return <Shown value={describe(value)} />
  return (
    <>
      {!hadNone && (
        <>
          <del>
            <Shown value={describe(old)} />
          </del>{' '}
        </>
      )}
      <ins>
        <Shown value={describe(value)} />
      </ins>
    </>
  )
}

/** A sum with its currency and a day as people write it, where the column says that it is one. */
function withUnit(value: unknown, column: GridColumn | undefined): unknown {
  const { kind, currency, ...others } = column?.constraints ?? {}
  if (kind === 'money' && typeof value === 'number' && currency !== undefined)
    return formatMoney(value, currency, kinds.money.decimals({ currency, ...others }))
  return column?.kind === 'date' && typeof value === 'string' ? formatCalendarDay(value) : value
}

export function Shown({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '')
    return <span className="import-left-out">{t('empty')}</span>
  return textOf(value)
}

const numbers = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }),
)

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number') return numbers().format(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return 'label' in value && typeof value.label === 'string' ? value.label : JSON.stringify(value)
}
