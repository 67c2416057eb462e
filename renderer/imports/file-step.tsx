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
import { Skeleton } from '../ui/progress.tsx'
import { delimiterName, FileSettings, describeLanguage } from './file-settings.tsx'
import { ImportFault, PlanProblems } from './import-fault.tsx'
import { MergeKeyField, ImportWarnings } from './merge-key-field.tsx'
import { isPlain, type PlannedColumn } from './plan-columns.ts'
import type { StepProps } from './stepper.tsx'
import type { ImportPlan } from './use-import-plan.ts'
import { cachedByLanguage, t, tMessage, tNodes, cachedByLocale, answerLabel } from '../ui/text.ts'
import { Notice } from '../ui/notice.tsx'
import { startChoices } from './import-choices.ts'
import { Choice } from '../ui/field.tsx'

interface FileStepProps extends StepProps {
  file: File
  upload: ImportUpload
  onOtherFile: () => void
}

const shownRows = 5
const shownColumns = 60

function FileTable({ plan: { columns, preview } }: { plan: ImportPlan }) {
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

function OpenQuestions({ choices, plan, onChoices }: Pick<StepProps, 'choices' | 'plan' | 'onChoices'>) {
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

export function FileStep(props: FileStepProps) {
  const { plan, run, onOtherFile, onStep } = props
  const quick = plan !== undefined && isPlain(plan.columns)
  return (
    <>
      <FileFacts {...props} />
      <RememberedFile {...props} />
      <OpenQuestions {...props} />
      <FileSettings {...props} />
      {plan === undefined ? <Skeleton height={220} /> : <FileTable plan={plan} />}
      {plan !== undefined && <PlanSummary {...props} plan={plan} />}
      <PlanProblems plan={plan} />
      {run.error !== null && <ImportFault error={run.error} />}
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onOtherFile}>
          {t('Choose another file')}
        </Button>
        <Button variant={quick ? 'default' : 'primary'} disabled={!plan} onClick={() => onStep('columns')}>
          {t('Next: columns')}
        </Button>
        <Button
          variant={quick ? 'primary' : 'default'}
          disabled={!run.isReady}
          busy={run.isStarting}
          onClick={run.import}
        >
          {t('Import now')}
        </Button>
      </div>
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

function FileFacts({ file, upload, plan }: FileStepProps) {
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

function PlanSummary(props: StepProps & { plan: ImportPlan }) {
  const { columns } = props.plan
  const count = (kind: string): number => columns.filter((column) => column.kind === kind).length
  const parts = [
    count('new') > 0 &&
      t('{count, plural, one {# new attribute} other {# new attributes}} will be created.', {
        count: count('new'),
      }),
    count('none') > 0 &&
      t('{count, plural, one {# column} other {# columns}} will be left out.', { count: count('none') }),
  ].filter((part) => part !== false)
  return (
    <>
      {parts.length > 0 && <p className="ui-field-hint">{parts.join(' ')}</p>}
      <div className="import-key">
        <MergeKeyField {...props} />
      </div>
      <ImportWarnings plan={props.plan} />
    </>
  )
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

function RememberedFile({ choices, onChoices }: Pick<StepProps, 'choices' | 'onChoices'>) {
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
