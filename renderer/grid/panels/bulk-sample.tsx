import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BulkSample } from '#shared/edits.ts'
import { Shown } from '../../jobs/differences-table.tsx'
import { sampleBulkEdit } from '../../query/bulk-requests.ts'
import type { GridColumn } from '../../query/columns.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import type { AffectedRows } from './affected-rows.tsx'
import type { BulkChanges } from './bulk-change.ts'
import { explainRefusal } from './bulk-refusal.ts'
import { t } from '../../ui/text.ts'

interface SampleProps {
  affected: AffectedRows
  /** Undefined while something is lacking. */
  changes: BulkChanges | undefined
  columns: readonly GridColumn[]
}

const settlingMs = 250

/** What the first ten rows would become, while the edit is being written; a newer question ends the older one. */
export function BulkSamplePreview({ affected, changes, columns }: SampleProps) {
  const { session, type, place } = affected
  const asked = useSettled(JSON.stringify(changes ?? null), settlingMs)
  const { data, error } = useQuery({
    queryKey: ['bulk-sample', session.api.workspaceId, type, place, asked],
    queryFn: async ({ signal }) => {
      const sent: BulkChanges = JSON.parse(asked)
      return sampleBulkEdit(session.api, { type, ...(await affected.sampled()), ...sent }, signal)
    },
    enabled: asked !== 'null',
    // The rows may change behind it.
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

/** What becomes of one row: a line for each value that changes, and for each reason why it would be refused. */
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
