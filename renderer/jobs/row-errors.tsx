import { maxRowErrors, type ImportResult } from '#shared/jobs.ts'
import { formatCount } from '../ui/format-count.ts'
import { explainCell } from './explain-cell.ts'

/** The rows that failed and why; the row number counts from the first row under the header. */
export function RowErrors({ result }: { result: ImportResult }) {
  return (
    <section className="row-errors">
      <h3>{result.failed === 1 ? 'Row that needs' : 'Rows that need'} a correction</h3>
      <div className="import-table" tabIndex={0} role="region" aria-label="Row errors">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {result.errors.map((error, index) => (
              <tr key={`${index} ${error.row} ${error.field}`}>
                <td className="row-number">{formatCount(error.row)}</td>
                <td>{error.field.replace(/^attributes\./, '')}</td>
                <td>{error.value === '' ? <span className="ui-field-hint">empty</span> : error.value}</td>
                <td>{explainCell(error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {result.errors_truncated && (
        <p className="ui-field-hint">
          Only the first {maxRowErrors} faults are listed. The error file has them all.
        </p>
      )}
    </section>
  )
}
