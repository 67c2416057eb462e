import { TriangleAlert } from 'lucide-react'
import type { PlannedColumn } from './plan-columns.ts'
import { sampleProblem } from './sample-problem.ts'
import { t } from '../ui/text.ts'

interface SampleTableProps {
  column: PlannedColumn
  /** True while newer choices are still being looked at. */
  isBehind: boolean
}

/** Cells of the file and what becomes of them. */
export function SampleTable({ column, isBehind }: SampleTableProps) {
  const { samples, converted, kind } = column
  if (samples.length === 0)
    return <p className="ui-field-hint">{t('Every cell that was looked at is empty.')}</p>
  return (
    <div
      className="import-table import-samples"
      role="region"
      tabIndex={0}
      aria-label={t('Samples of {header}', { header: column.header })}
      aria-busy={isBehind}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('In the file')}</th>
            <th scope="col">{t('In the catalog')}</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample, index) => (
            <tr key={sample}>
              <td>{sample}</td>
              <td>
                <Converted value={converted[index]} isLeftOut={kind === 'none'} />
                <Problem text={sampleProblem(column, index)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Converted({ value, isLeftOut }: { value: unknown; isLeftOut: boolean }) {
  if (isLeftOut) return <span className="import-left-out">{t('left out')}</span>
  if (value === null || value === undefined) return <span className="import-left-out">{t('nothing')}</span>
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span className="import-problem">
      <TriangleAlert aria-hidden />
      {text}
    </span>
  )
}
