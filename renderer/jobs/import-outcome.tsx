import type { ReactNode } from 'react'
import type { FollowedAlias, ImportResult, Job } from '#shared/jobs.ts'
import { formatCount, formatDay } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { encodingName, describeOutcome, readImportResult } from './outcome-texts.ts'
import { ReadingNotes, type Correcting, RowErrors } from './row-errors.tsx'
import { t, tNodes } from '../ui/text.ts'

interface ImportOutcomeProps {
  job: Job
  isDryRun: boolean
  correcting?: Correcting
  children?: ReactNode
}

export function ImportOutcome({ job, isDryRun, correcting, children }: ImportOutcomeProps) {
  const result = readImportResult(job.result)
  const { tone, title, text } = describeOutcome(job, isDryRun)
  return (
    <>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
      {result !== undefined && <Counts result={result} isDryRun={isDryRun} />}
      <Corrected result={result} isDryRun={isDryRun} />
      <ImportNotes result={result} isDryRun={isDryRun} />
      {result !== undefined && result.created_attributes.length > 0 && (
        <details className="import-created">
          <summary>
            {isDryRun
              ? t('{count, plural, one {# new attribute} other {# new attributes}} to create', {
                  count: result.created_attributes.length,
                })
              : t('{count, plural, one {# new attribute} other {# new attributes}} created', {
                  count: result.created_attributes.length,
                })}
          </summary>
          <p className="ui-field-hint">{result.created_attributes.join(', ')}</p>
        </details>
      )}
      {children}
      {result !== undefined && result.errors.length > 0 && (
        <RowErrors result={result} correcting={correcting} />
      )}
    </>
  )
}

/** The notes beside the counts of an import: its pictures, how the file was read, repeated keys. */
export function ImportNotes({ result, isDryRun }: CorrectedProps) {
  return (
    <>
      <Pictures pictures={result?.pictures} isDryRun={isDryRun} />
      <Reading result={result} isDryRun={isDryRun} />
      {result !== undefined && <RepeatedKeys result={result} />}
    </>
  )
}

interface CorrectedProps {
  result: ImportResult | undefined
  isDryRun: boolean
}

function Reading({ result, isDryRun }: CorrectedProps) {
  if (result === undefined) return null
  return (
    <>
      <ReadingNotes notes={result.notes} />
      <GuessedEncoding result={result} isDryRun={isDryRun} />
      <Followed aliases={result.aliases ?? []} />
    </>
  )
}

/** Spellings that were read as what they stand for since a merge. */
function Followed({ aliases }: { aliases: readonly FollowedAlias[] }) {
  if (aliases.length === 0) return null
  return (
    <ul className="ui-field-hint">
      {aliases.map(({ text, stands_for: standsFor, cells, origin, created_at: at }) => (
        <li key={`${text} ${standsFor}`}>
          {origin === 'merge'
            ? t('{text} → {standsFor}, {cells, plural, one {# cell} other {# cells}}, as merged on {day}', {
                text,
                standsFor,
                cells,
                day: formatDay(at),
              })
            : t('{text} → {standsFor}, {cells, plural, one {# cell} other {# cells}}, as said on {day}', {
                text,
                standsFor,
                cells,
                day: formatDay(at),
              })}
        </li>
      ))}
    </ul>
  )
}

function Corrected({ result, isDryRun }: CorrectedProps) {
  if (isDryRun || !result?.corrected) return null
  return (
    <p className="ui-field-hint">
      {t('{cells, plural, one {# cell} other {# cells}} taken as corrected.', {
        cells: result.corrected.cells,
      })}
    </p>
  )
}

interface PicturesProps {
  pictures: ImportResult['pictures']
  isDryRun: boolean
}

function Pictures({ pictures, isDryRun }: PicturesProps) {
  const { wanted, already_there: known } = pictures ?? { wanted: 0, already_there: 0 }
  if (wanted === 0 && known === 0) return null
  const there =
    known === 0
      ? ''
      : t('{known, plural, one {# picture is} other {# pictures are}} there already.', { known })
  if (wanted === 0) return <p className="ui-field-hint">{there}</p>
  const title = isDryRun
    ? t('{wanted, plural, one {# picture} other {# pictures}} would be fetched', { wanted })
    : t('{wanted, plural, one {# picture is} other {# pictures are}} being fetched', { wanted })
  return (
    <Notice tone="info" title={title}>
      {isDryRun
        ? t('In the background, once the rows are imported, at most two a second from one server.')
        : t('The list of jobs shows the progress. A picture that cannot be fetched stays a link.')}{' '}
      {there}
    </Notice>
  )
}

/** Only people can tell whether the letters are right. */
function GuessedEncoding({ result, isDryRun }: { result: ImportResult; isDryRun: boolean }) {
  const { encoding, encoding_guessed: isGuess = false } = result
  if (!isGuess || !encoding) return null
  return (
    <p className="ui-field-hint">
      {isDryRun
        ? t(
            'The file does not name its encoding and was read as {encoding}. If letters look wrong, choose another under “How it is read and written”.',
            { encoding: encodingName(encoding) },
          )
        : t(
            'The file does not name its encoding and was read as {encoding}. If letters look wrong, go back, choose another encoding and import it again.',
            { encoding: encodingName(encoding) },
          )}
    </p>
  )
}

/** Rows with one merge key overwrite each other, which only the author of the file can fix. */
function RepeatedKeys({
  result: { repeated_rows: count = 0, repeated_keys: keys = [] },
}: {
  result: ImportResult
}) {
  if (count === 0) return null
  return (
    <Notice
      tone="warning"
      title={t('{count, plural, one {# row} other {# rows}} with the key of an earlier row', { count })}
    >
      {t(
        'Rows of the same key are about the same entry. The first is imported, and the others are held until the file is corrected.',
      )}
      <ul>
        {keys.slice(0, 10).map(({ value, rows }) => (
          <li key={value}>{tNodes('{b}: rows {rows}', { b: <b>{value}</b>, rows: rows.join(', ') })}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Counts({ result, isDryRun }: { result: ImportResult; isDryRun: boolean }) {
  const counts = [
    [isDryRun ? t('would be created') : t('created'), result.created],
    [isDryRun ? t('would be updated') : t('updated'), result.updated],
    [t('unchanged'), result.unchanged],
    [isDryRun ? t('would fail') : t('failed'), result.failed],
    ...(result.held ? [[t('held'), result.held] as const] : []),
  ] as const
  return (
    <dl className="import-counts">
      {counts.map(([label, count]) => (
        <div key={label} data-empty={count === 0 || undefined}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
