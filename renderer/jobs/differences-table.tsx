import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findEntityType, type EntityType } from '#shared/entities.ts'
import type { Difference, Job } from '#shared/jobs.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { entitiesByIdQuery } from '../api/entities-queries.ts'
import { differencesAPage, differencesQuery } from '../api/imports-queries.ts'
import { formatCount } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Pages } from '../ui/pages.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { cachedByLocale, t } from '../ui/text.ts'

export function DifferencesTable({ job }: { job: Job }) {
  const { api } = useWorkspace()
  const [offset, setOffset] = useState(0)
  const { data, error, isPlaceholderData } = useQuery(differencesQuery(api, job.id, offset))
  if (error !== null)
    return (
      <Notice tone="warning" title={t('The differences cannot be shown')}>
        {error.message}
      </Notice>
    )
  if (data === undefined) return <Skeleton height={160} />
  if (data.total === 0) return <p className="ui-field-hint">{t('Nothing in the catalog would change.')}</p>
  return (
    <section className="import-differences">
      <div className="import-differences-head">
        <h3>{t('What would change')}</h3>
        <Pages offset={offset} size={differencesAPage} total={data.total} onOffset={setOffset} />
      </div>
      <div
        className="import-table"
        tabIndex={0}
        role="region"
        aria-label={t('What would change')}
        aria-busy={isPlaceholderData}
      >
        <Rows job={job} differences={data.differences} />
      </div>
    </section>
  )
}

function Rows({ job, differences }: { job: Job; differences: readonly Difference[] }) {
  const names = useAttributeNames(job)
  const parents = useParentNames(job, differences)
  const after = job.name === 'import' ? t('After the import') : t('After the edit')
  return (
    <table>
      <thead>
        <tr>
          {[t('Row'), t('Entry'), t('Attribute'), t('Now'), after].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference, index) => (
          <DifferenceRow
            key={`${index} ${difference.row} ${difference.attribute}`}
            difference={difference}
            name={names.get(difference.attribute) ?? difference.attribute}
            parents={parents}
          />
        ))}
      </tbody>
    </table>
  )
}

function useAttributeNames({ metadata, result }: Job): ReadonlyMap<string, string> {
  const { api } = useWorkspace()
  const { data = [] } = useQuery(attributesQuery(api, typeOf(metadata)))
  const headers = result !== null && 'mapping' in result ? Object.entries(result.mapping ?? {}) : []
  return new Map([
    ...headers.map(([header, key]) => [key, header] as const),
    ...data.map(({ key, name }) => [key, name] as const),
    ['parent_id', t('Parent')],
  ])
}

function typeOf(metadata: Job['metadata']): EntityType {
  return findEntityType(metadata['type']) ?? 'product'
}

function useParentNames(
  { metadata }: Job,
  differences: readonly Difference[],
): ReadonlyMap<unknown, string | null> {
  const { api } = useWorkspace()
  const ids = differences
    .filter(({ attribute }) => attribute === 'parent_id')
    .flatMap(({ old, new: value }) => [old, value])
    .filter((id) => typeof id === 'string')
  const query = entitiesByIdQuery(api, typeOf(metadata), [...new Set(ids)])
  const { data = [] } = useQuery(query)
  return new Map(data.map(({ id, label }) => [id, label]))
}

interface DifferenceRowProps {
  difference: Difference
  name: string
  parents: ReadonlyMap<unknown, string | null>
}

function DifferenceRow({ difference, name, parents }: DifferenceRowProps) {
  const { row, label, status, attribute, old, new: value } = difference
  const describe = (id: unknown): unknown =>
    attribute === 'parent_id' && typeof id === 'string'
      ? (parents.get(id) ?? t('another entry of the file'))
      : id
  return (
    <tr>
      <td className="row-number">{formatCount(row)}</td>
      <td>
        {label ?? t('(no name)')}
        {status === 'created' && <span className="import-new"> {t('new¦row')}</span>}
      </td>
      <td>{name}</td>
      <td>
        <Shown value={describe(old)} />
      </td>
      <td>
        <Shown value={describe(value)} />
      </td>
    </tr>
  )
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
