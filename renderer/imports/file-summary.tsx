import {
  type ImportPreview,
  type ImportUpload,
  shapeNames,
  type LeftOutReason,
  type PreviewColumn,
  type ImportQuestion,
} from '#shared/imports.ts'
import { encodingName } from '../jobs/outcome-texts.ts'
import { ReadingNotes } from '../jobs/row-errors.tsx'
import { Button } from '../ui/button.tsx'
import { formatBytes, formatCount, formatAgo } from '../ui/format-count.ts'
import { delimiterName, FileSettings, describeLanguage } from './file-settings.tsx'
import { ImportFault, PlanProblems } from './import-fault.tsx'
import { MergeKeyField, ImportWarnings } from './merge-key-field.tsx'
import type { ImportProps } from './import-props.ts'
import { CurrencyQuestion } from './type-proposals.tsx'
import { RowSettings } from './row-settings.tsx'
import { cachedByLanguage, t, tMessage, tNodes, cachedByLocale, answerLabel } from '../ui/text.ts'
import { Notice } from '../ui/notice.tsx'
import { startChoices } from './import-choices.ts'
import { Choice } from '../ui/field.tsx'

interface FileSummaryProps extends ImportProps {
  readonly file: File
  readonly upload: ImportUpload
}

function OpenQuestions({ choices, plan, onChoices }: Pick<ImportProps, 'choices' | 'plan' | 'onChoices'>) {
  if (plan === undefined || plan.questions.length === 0) return null
  return (
    <section className="import-questions" aria-label={t('What the file leaves open')}>
      {plan.questions.map((question) => (
        <Choice
          key={question.setting}
          label={ask(question)}
          value={choices[question.setting]}
          choices={question.readings.map(({ value, samples }) => ({
            value,
            label: answerLabel(question.setting, value),
            hint: <Samples samples={samples} setting={question.setting} />,
          }))}
          onChange={(value) => onChoices({ ...choices, [question.setting]: value })}
        />
      ))}
    </section>
  )
}

type Reading = ImportQuestion['readings'][number]

/** `Does 1.250 mean 1250 or 1.25?`, about the first ambiguous cell; other questions say what they ask. */
function ask(question: ImportQuestion): string {
  const { setting, readings, sentence } = question
  if (setting !== 'decimal' && setting !== 'dates') return tMessage(sentence, question)
  const cell = readings[0]?.samples[0]?.cell ?? ''
  const values = readings.map(({ samples: [first] }) => describe(first?.value ?? null, setting))
  return t('Does {cell} mean {values}? Nothing in the file tells, so please choose.', {
    cell,
    values: alternatives().format(values),
  })
}

const shownSamples = 4

function Samples({ samples, setting }: Pick<Reading, 'samples'> & Pick<ImportQuestion, 'setting'>) {
  return (
    <span className="import-reading">
      {samples.slice(0, shownSamples).map(({ row, column, cell, value }) => (
        <span key={`${row} ${column}`}>
          {cell} → <b>{describe(value, setting)}</b> <span>{t('{column}, row {row}', { column, row })}</span>
        </span>
      ))}
    </span>
  )
}

const days = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
)

const alternatives = cachedByLocale((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))

const numbers = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }),
)

/** Without thousands marks, which might be taken for the other reading. */
function describe(value: Reading['samples'][number]['value'], setting: ImportQuestion['setting']): string {
  if (value === null) return setting === 'renumbered' ? t('a new entry') : t('nothing')
  if (typeof value === 'string' && setting !== 'dates') return value || t('nothing')
  return typeof value === 'number' ? numbers().format(value) : days().format(new Date(value))
}

/** Sums up the file: its format, how it is read, by what its rows are found, and its open questions. */
export function FileSummary(props: FileSummaryProps) {
  const { choices, plan, run, onChoices } = props
  return (
    <>
      <FileFacts {...props} />
      <RememberedFile {...props} />
      <OpenQuestions {...props} />
      {plan !== undefined && <CurrencyQuestion {...{ choices, plan, onChoices }} />}
      <div className="import-key">
        {plan !== undefined && <MergeKeyField choices={choices} plan={plan} onChoices={onChoices} />}
        <details className="import-more">
          <summary>{t('How it is read and written')}</summary>
          <FileSettings {...props} />
          {plan !== undefined && <RowSettings {...props} plan={plan} />}
        </details>
      </div>
      <ImportWarnings plan={plan} />
      <PlanProblems plan={plan} />
      {run.error !== null && <ImportFault error={run.error} />}
    </>
  )
}

const counted: Readonly<Record<LeftOutReason, (count: number) => string>> = {
  title: (count) =>
    t('{count, plural, one {# title above the header} other {# titles above the header}}', { count }),
  units: (count) => t('{count, plural, one {# row of units} other {# rows of units}}', { count }),
  header: (count) => t('{count, plural, one {# repeated header} other {# repeated headers}}', { count }),
  page: (count) => t('{count, plural, one {# page number} other {# page numbers}}', { count }),
  total: (count) => t('{count, plural, one {# total} other {# totals}}', { count }),
  note: (count) => t('{count, plural, one {# note} other {# notes}}', { count }),
  section: (count) =>
    t('{count, plural, one {# title of a section} other {# titles of sections}}', { count }),
  store_view: (count) =>
    t('{count, plural, one {# row of another store view} other {# rows of other store views}}', { count }),
  deleted: (count) =>
    t('{count, plural, one {# product to be deleted} other {# products to be deleted}}', { count }),
  rule: (count) => t('{count, plural, one {# rule of the shop} other {# rules of the shop}}', { count }),
  category: (count) =>
    t('{count, plural, one {# row of a category} other {# rows of categories}}', { count }),
}

/** `Left out as no data: 2 titles above the header, 1 total.`; empty where every row is data. */
function describeLeftOut({ left_out_rows: rows = [] }: ImportPreview): string {
  const parts = rows.map(({ reason, count, texts = [] }) =>
    [counted[reason](count), ...(texts.length > 0 ? [`(${texts.join(', ')})`] : [])].join(' '),
  )
  return parts.length === 0 ? '' : t('Left out because it is not data: {parts}.', { parts: parts.join(', ') })
}

function FileFacts({ file, upload, plan }: FileSummaryProps) {
  const question =
    plan === undefined
      ? []
      : [describeShape(plan.preview), describeLanguage(plan.preview), describeLeftOut(plan.preview)]
  const sentences = question.filter((sentence) => sentence !== '')
  return (
    <>
      <p className="import-facts">
        <b>{file.name}</b> {formatBytes(upload.size)}
        {plan !== undefined && `, ${describeFile(plan.preview)}`}
      </p>
      {sentences.length > 0 && <p>{sentences.join(' ')}</p>}
      <ReadingNotes notes={plan?.preview.notes} />
    </>
  )
}

const formats = cachedByLanguage(
  () =>
    ({ csv: 'CSV', xlsx: t('Excel workbook'), json: 'JSON', jsonl: t('JSON lines'), xml: 'XML' }) as const,
)

/** `CSV, 3 rows, 7 columns, separated by semicolons, UTF-8`. */
function describeFile(preview: ImportPreview): string {
  const { format, delimiter, encoding, rows, is_whole: isWhole, columns, shape } = preview
  return [
    shape === null
      ? formats()[format]
      : t('{formats} of {shapeNames}', { formats: formats()[format], shapeNames: shapeNames[shape] }),
    isWhole
      ? t('{rows, plural, one {# row} other {# rows}}', { rows })
      : t('more than {rows} rows', { rows: formatCount(rows) }),
    t('{count, plural, one {# column} other {# columns}}', { count: columns.length }),
    delimiter === null ? '' : t('separated by {value}', { value: delimiterName(delimiter) }),
    encoding === null ? '' : encodingName(encoding),
  ]
    .filter(Boolean)
    .join(', ')
}

function describeShape({ shape, rows, is_whole: isWhole, columns }: ImportPreview): string {
  if (shape === null) return ''
  const filled = columns.filter((column) => column.filled > 0 && column.rule.key !== null)
  const variants = filled.find(({ rule }) => rule.key === 'parent_id')?.filled ?? 0
  const counts = [
    t('{rows, plural, one {# product} other {# products}}', { rows: rows - variants }),
    ...(variants > 0 ? [t('{variants, plural, one {# variant} other {# variants}}', { variants })] : []),
    ...describeParts(filled),
  ].join(', ')
  return isWhole
    ? t('A product file of {shop}: {counts}.', { shop: shapeNames[shape], counts })
    : t('A product file of {shop}: more than {counts}.', { shop: shapeNames[shape], counts })
}

function describeParts(filled: readonly PreviewColumn[]): string[] {
  const refersTo = (target: string) => filled.some(({ rule }) => rule.reference_type === target)
  const hasPictures = filled.some(({ data_type: type }) => type === 'image') || refersTo('image')
  const hasCategories = refersTo('category')
  if (hasPictures && hasCategories) return [t('with pictures and categories')]
  if (hasPictures) return [t('with pictures')]
  return hasCategories ? [t('with categories')] : []
}

function RememberedFile({ choices, onChoices }: Pick<ImportProps, 'choices' | 'onChoices'>) {
  const { remembered, type } = choices
  if (!remembered) return null
  const count = remembered.corrections?.length ?? 0
  return (
    <Notice tone="info">
      <div className="import-remembered">
        <p>
          {tNodes('A file like this is known: the settings of {file}, imported {when}, were taken.', {
            file: <b>{remembered.file}</b>,
            when: formatAgo(remembered.imported_at),
          })}{' '}
          {count > 0 &&
            t(
              'It is the same file, so {count, plural, one {# cell is} other {# cells are}} corrected as then.',
              { count },
            )}
        </p>
        <Button variant="ghost" onClick={() => onChoices({ ...startChoices(type), remembered: null })}>
          {t('Start afresh')}
        </Button>
      </div>
    </Notice>
  )
}
