import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entityTypes } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { differencesAPage, differencesQuery, type Difference } from '../api/imports-queries.ts'
import { formatCount } from '../shell/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'

/** Every value that the import would write, page by page. */
export function DifferencesTable({ job }: { job: Job }) {
  const { api } = useWorkspace()
  const names = useAttributeNames(job)
  const [offset, setOffset] = useState(0)
  const { data, error, isPlaceholderData } = useQuery(differencesQuery(api, job.id, offset))
  if (error !== null)
    return (
      <Notice tone="warning" title="The differences cannot be shown">
        {error.message}
      </Notice>
    )
  if (data === undefined) return <Skeleton height={160} />
  if (data.total === 0) return <p className="ui-field-hint">Nothing in the catalog would change.</p>
  return (
    <section className="import-differences">
      <div className="import-differences-head">
        <h3>What would change</h3>
        <Pages offset={offset} total={data.total} onOffset={setOffset} />
      </div>
      <div
        className="import-table"
        tabIndex={0}
        role="region"
        aria-label="What would change"
        aria-busy={isPlaceholderData}
      >
        <table>
          <thead>
            <tr>
              {['Row', 'Entry', 'Attribute', 'Now', 'After the import'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.differences.map((difference, index) => (
              <DifferenceRow
                key={`${index} ${difference.row} ${difference.attribute}`}
                difference={difference}
                name={names.get(difference.attribute) ?? difference.attribute}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** What people call the attributes; those that the import would create have no name yet. */
function useAttributeNames({ metadata }: Job): ReadonlyMap<string, string> {
  const { api } = useWorkspace()
  const type = entityTypes.find((known) => known === metadata['type']) ?? 'product'
  const { data = [] } = useQuery(attributesQuery(api, type))
  return new Map([['parent_id', 'Parent'], ...data.map(({ key, name }) => [key, name] as const)])
}

function DifferenceRow({ difference, name }: { difference: Difference; name: string }) {
  const { row, label, status, old, new: value } = difference
  return (
    <tr>
      <td className="row-number">{formatCount(row)}</td>
      <td>
        {label ?? '(no name)'}
        {status === 'created' && <span className="import-new"> new</span>}
      </td>
      <td>{name}</td>
      <td>
        <Shown value={old} />
      </td>
      <td>
        <Shown value={value} />
      </td>
    </tr>
  )
}

function Shown({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '')
    return <span className="import-left-out">empty</span>
  return textOf(value)
}

/** A value as people read it; references by their label. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return 'label' in value && typeof value.label === 'string' ? value.label : JSON.stringify(value)
}

interface PagesProps {
  offset: number
  total: number
  onOffset: (offset: number) => void
}

function Pages({ offset, total, onOffset }: PagesProps) {
  const end = Math.min(offset + differencesAPage, total)
  return (
    <div className="import-pages">
      <span className="ui-field-hint" role="status">
        {formatCount(offset + 1)} to {formatCount(end)} of {formatCount(total)}
      </span>
      {total > differencesAPage && (
        <>
          <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - differencesAPage))}>
            Previous
          </Button>
          <Button disabled={end >= total} onClick={() => onOffset(end)}>
            Next
          </Button>
        </>
      )}
    </div>
  )
}
