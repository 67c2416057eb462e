import type { AttributeDefinition } from '#shared/attributes.ts'
import { countOf } from '../shell/format-count.ts'
import type { CsvHead } from './csv-head.ts'
import { matchColumns, type ColumnTarget } from './match-columns.ts'

const shownRows = 5

interface CsvPreviewProps {
  file: File
  head: CsvHead
  attributes: readonly AttributeDefinition[]
  createMissing: boolean
}

/** The first rows as a table; under each column name stands where its values go. */
export function CsvPreview({ file, head, attributes, createMissing }: CsvPreviewProps) {
  const targets = matchColumns(head.columns, attributes)
  const created = targets.filter(({ kind }) => kind === 'new').length
  return (
    <section className="csv-preview">
      <p>
        <b>{file.name}</b>
        <span className="csv-facts">
          {countOf(head.columns.length, 'column')}, separated by {delimiterName(head.delimiter)};{' '}
          {formatBytes(file.size)}. {newColumnsText(created, createMissing)}
        </span>
      </p>
      <div className="csv-scroll" tabIndex={0} role="region" aria-label="First rows of the file">
        <table>
          <thead>
            <tr>
              {head.columns.map((column, index) => (
                <th key={`${index} ${column}`} scope="col">
                  <span>{column === '' ? '(no name)' : column}</span>
                  <Target target={targets[index]} createMissing={createMissing} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.rows.slice(0, shownRows).map((row, index) => (
              <tr key={`${index} ${row[0]}`}>
                {head.columns.map((column, at) => (
                  <td key={`${at} ${column}`}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Target({ target, createMissing }: { target: ColumnTarget | undefined; createMissing: boolean }) {
  if (target?.kind === 'attribute') return <span className="csv-target">→ {target.name}</span>
  if (target?.kind === 'computed') return <span className="csv-target csv-skipped">computed: left out</span>
  if (target?.kind === 'new' && createMissing)
    return <span className="csv-target csv-new">new attribute</span>
  return <span className="csv-target csv-skipped">left out</span>
}

function newColumnsText(created: number, createMissing: boolean): string {
  if (created === 0) return 'Every column has its attribute.'
  return createMissing
    ? `${countOf(created, 'new attribute')} will be created.`
    : `${countOf(created, 'column')} without an attribute will be left out.`
}

function delimiterName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
  return names[delimiter] ?? `“${delimiter}”`
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}
