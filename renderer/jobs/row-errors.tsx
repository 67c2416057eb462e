import { type ImportResult, maxRowErrors, type RowError } from '#shared/jobs.ts'
import { formatCount } from '../ui/format-count.ts'
import { TextInput } from '../ui/field.tsx'
import { t, tMessage } from '../ui/text.ts'
import { describeCell } from '../api/api-error.ts'

export interface Correcting {
  readonly columns: ReadonlySet<string>
  readonly draftOf: (error: RowError) => string | undefined
  readonly onDraft: (error: RowError, value: string) => void
  readonly onDone: () => void
}

interface RowErrorsProps {
  result: ImportResult
  correcting?: Correcting | undefined
}

/** Failed rows with reasons; row numbers count from the first row under the header. */
export function RowErrors({ result, correcting }: RowErrorsProps) {
  return (
    <section className="row-errors">
      <h3>{t('What does not fit')}</h3>
      {correcting && (
        <p className="ui-field-hint">
          {t(
            'Type the right value as the file would write it. Rows are counted from the first one below the names of the columns.',
          )}
        </p>
      )}
      <div className="import-table" tabIndex={0} role="region" aria-label={t('Row errors')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('Value')}</th>
              <th scope="col">{t('What is wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {result.errors.map((error, index) => (
              <tr key={`${index} ${error.row} ${error.field}`}>
                <td className="row-number">{formatCount(error.row)}</td>
                <td>{error.field.replace(/^attributes\./, '')}</td>
                <td>
                  <Cell error={error} correcting={correcting} />
                </td>
                <td>{describeCell(error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {result.errors_truncated && (
        <p className="ui-field-hint">
          {t('Only the first {maxRowErrors} faults are listed. The error file has them all.', {
            maxRowErrors,
          })}
        </p>
      )}
    </section>
  )
}

/** Longer values are shown shortened and cannot be corrected, since they would be written shortened. */
const shownLength = 200

function Cell({ error, correcting }: { error: RowError; correcting: Correcting | undefined }) {
  const { value, field, row } = error
  if (!correcting?.columns.has(field) || value.length > shownLength)
    return value === '' ? <span className="ui-field-hint">{t('empty')}</span> : value
  return (
    <TextInput
      aria-label={t('Row {row}, {field}', { row, field })}
      placeholder={t('empty')}
      value={correcting.draftOf(error) ?? value}
      onChange={(text) => correcting.onDraft(error, text)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') correcting.onDone()
      }}
    />
  )
}

interface ReadingNotesProps {
  notes: ImportResult['notes'] | undefined
}

export function ReadingNotes({ notes = [] }: ReadingNotesProps) {
  return notes.map((note) => (
    <p key={note.message} className="ui-field-hint">
      {tMessage(note.message, note)}
    </p>
  ))
}
