import type { PlannedColumn } from './plan-columns.ts'
import type { ImportPlan } from './use-import-plan.ts'
import { t } from '../ui/text.ts'

const shownRows = 5
const shownColumns = 60

/** The first rows as a table; under each column name stands where its values go. */
export function FileTable({ plan: { columns, preview } }: { plan: ImportPlan }) {
  const shown = columns.slice(0, shownColumns)
  return (
    <div>
      <div className="import-table" tabIndex={0} role="region" aria-label={t('First rows of the file')}>
        <table>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column.index} scope="col">
                  <span>{column.header === '' ? t('(no name)') : column.header}</span>
                  <ColumnTarget column={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.first_rows.slice(0, shownRows).map((cells, row) => (
              <tr key={`${row} ${cells[0]}`}>
                {shown.map(({ index }) => (
                  <td key={index}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {preview.rows === 0 && <p className="ui-field-hint">{t('The file has a header, but no rows.')}</p>}
      {columns.length > shownColumns && (
        <p className="ui-field-hint">
          {t('and {count} more columns', { count: columns.length - shownColumns })}
        </p>
      )}
    </div>
  )
}

/** Where a column goes, and how sure that is. */
function ColumnTarget({ column: { kind, targetName, reason } }: { column: PlannedColumn }) {
  if (kind === 'none') return <span className="import-target import-left-out">{targetName}</span>
  if (kind === 'new') return <span className="import-target import-new">{t('new attribute')}</span>
  return (
    <span className="import-target">
      → {targetName}
      {reason === 'content' && ` ${t('(please check)')}`}
    </span>
  )
}
