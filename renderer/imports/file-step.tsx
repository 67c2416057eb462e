import { upsertableTypes, type UpsertableType } from '#shared/entities.ts'
import { type ImportPreview, type ImportUpload, shapeNames, type TextEncoding } from '#shared/imports.ts'
import { typeTexts } from '../state/entity-types.ts'
import { countOf, formatBytes, formatCount } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { encodingName, encodingChoices } from '../jobs/encoding-names.ts'
import { readAnew } from './import-choices.ts'
import { ImportFault } from './import-fault.tsx'
import { isPlain, type PlannedColumn } from './plan-columns.ts'
import { ProfileField } from './profile-field.tsx'
import type { StepProps } from './step-props.ts'
import type { ImportPlan } from './use-import-plan.ts'

interface FileStepProps extends StepProps {
  file: File
  upload: ImportUpload
  onOtherFile: () => void
}

/** What is in the file, and what its rows are. A plain file can be imported from here. */
export function FileStep(props: FileStepProps) {
  const { file, upload, plan, run, onOtherFile, onStep } = props
  const quick = plan !== undefined && isPlain(plan.columns)
  return (
    <>
      <p className="import-facts">
        <b>{file.name}</b> {formatBytes(upload.size)}
        {plan !== undefined && `, ${describeFile(plan.preview)}`}
      </p>
      <FileSettings {...props} />
      {plan === undefined ? <Skeleton height={220} /> : <FileTable plan={plan} />}
      {plan !== undefined && <PlanSummary plan={plan} />}
      <PlanProblems plan={plan} />
      {run.error !== null && <ImportFault error={run.error} />}
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onOtherFile}>
          Choose another file
        </Button>
        <Button variant={quick ? 'default' : 'primary'} disabled={!plan} onClick={() => onStep('columns')}>
          Next: columns
        </Button>
        <Button
          variant={quick ? 'primary' : 'default'}
          disabled={!run.isReady}
          busy={run.isStarting}
          onClick={run.import}
        >
          Import now
        </Button>
      </div>
    </>
  )
}

const formats = { csv: 'CSV', xlsx: 'Excel workbook', json: 'JSON', jsonl: 'JSON lines' } as const

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

function delimiterName(delimiter: string): string {
  return delimiterNames[delimiter] ?? `“${delimiter}”`
}

/** `CSV, 3 rows, 7 columns, separated by semicolons, UTF-8`. */
function describeFile(preview: ImportPreview): string {
  const { format, delimiter, encoding, rows, is_whole: isWhole, columns, shape } = preview
  return [
    shape === null ? formats[format] : `${formats[format]} of ${shapeNames[shape]}`,
    isWhole ? countOf(rows, 'row') : `more than ${formatCount(rows)} rows`,
    countOf(columns.length, 'column'),
    delimiter === null ? '' : `separated by ${delimiterName(delimiter)}`,
    encoding === null ? '' : encodingName(encoding),
  ]
    .filter(Boolean)
    .join(', ')
}

function FileSettings({ choices, plan, upload, onChoices }: FileStepProps) {
  const sheets = plan?.preview.sheets ?? []
  return (
    <div className="import-settings">
      <Field label="The rows are">
        {({ id }) => (
          <Select<UpsertableType>
            id={id}
            value={choices.type}
            options={upsertableTypes.map((type) => ({ value: type, label: typeTexts[type].plural }))}
            onChange={(type) => onChoices(readAnew(choices, { type }))}
          />
        )}
      </Field>
      {sheets.length > 1 && (
        <Field label="Sheet">
          {({ id }) => (
            <Select
              id={id}
              value={choices.sheet ?? plan?.preview.sheet ?? ''}
              options={sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet) => onChoices(readAnew(choices, { sheet }))}
            />
          )}
        </Field>
      )}
      <ShapeField choices={choices} plan={plan} onChoices={onChoices} />
      <DelimiterField choices={choices} plan={plan} onChoices={onChoices} />
      {upload.format === 'csv' && (
        <EncodingField
          encoding={choices.encoding}
          preview={plan?.preview}
          onChange={(encoding) => onChoices(readAnew(choices, { encoding }))}
        />
      )}
      {plan !== undefined && <ProfileField choices={choices} plan={plan} onChoices={onChoices} />}
    </div>
  )
}

/** For the file of a shop, which is read as products with their variants unless somebody wants its rows as they stand. */
function ShapeField({ choices, plan, onChoices }: Pick<FileStepProps, 'choices' | 'plan' | 'onChoices'>) {
  const shape = plan?.preview.shape ?? null
  if (shape === null && choices.shape !== 'none') return null
  return (
    <Field label="It is read as">
      {({ id }) => (
        <Select
          id={id}
          value={choices.shape === 'none' ? 'rows' : 'products'}
          options={[
            { value: 'products', label: `products of ${shape === null ? 'the shop' : shapeNames[shape]}` },
            { value: 'rows', label: 'rows as they stand' },
          ]}
          onChange={(as) => onChoices(readAnew(choices, { shape: as === 'rows' ? 'none' : undefined }))}
        />
      )}
    </Field>
  )
}

/** For the rare file whose delimiter is not told apart. */
function DelimiterField({ choices, plan, onChoices }: Pick<FileStepProps, 'choices' | 'plan' | 'onChoices'>) {
  if (plan?.preview.format !== 'csv') return null
  const present = choices.delimiter ?? plan.preview.delimiter ?? ','
  return (
    <Field label="Columns are separated by">
      {({ id }) => (
        <Select
          id={id}
          value={present}
          options={[...new Set([...Object.keys(delimiterNames), present])].map((delimiter) => ({
            value: delimiter,
            label: delimiterName(delimiter),
          }))}
          onChange={(delimiter) => onChoices(readAnew(choices, { delimiter }))}
        />
      )}
    </Field>
  )
}

function PlanSummary({ plan: { columns, mergeKey, mergeKeys } }: { plan: ImportPlan }) {
  const count = (kind: string): number => columns.filter((column) => column.kind === kind).length
  const key = mergeKeys.find((choice) => choice.key === mergeKey)?.name
  const parts = [
    count('new') > 0 && `${countOf(count('new'), 'new attribute')} will be created.`,
    count('none') > 0 && `${countOf(count('none'), 'column')} will be left out.`,
    key === undefined ? 'Every row becomes a new entry.' : `Rows with a known ${key} update what is there.`,
  ]
  return <p className="ui-field-hint">{parts.filter(Boolean).join(' ')}</p>
}

/** What has to be settled before anything can be imported. */
export function PlanProblems({ plan }: { plan: ImportPlan | undefined }) {
  const problems = plan?.preview.problems ?? []
  if (problems.length === 0) return null
  return (
    <Notice tone="warning" title="This has to be settled first">
      <ul>
        {problems.map(({ field, issue }) => (
          <li key={`${field} ${issue}`}>
            <b>{field.replace(/^mapping\./, '')}</b>: {issue}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const shownRows = 5
const shownColumns = 60

/** The first rows as a table; under each column name stands where its values go. */
function FileTable({ plan: { columns, preview } }: { plan: ImportPlan }) {
  const shown = columns.slice(0, shownColumns)
  return (
    <div>
      <div className="import-table" tabIndex={0} role="region" aria-label="First rows of the file">
        <table>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column.index} scope="col">
                  <span>{column.header === '' ? '(no name)' : column.header}</span>
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
      {preview.rows === 0 && <p className="ui-field-hint">The file has a header, but no rows.</p>}
      {columns.length > shownColumns && (
        <p className="ui-field-hint">and {columns.length - shownColumns} more columns</p>
      )}
    </div>
  )
}

/** Where a column goes, and how sure that is. */
function ColumnTarget({ column: { kind, targetName, reason } }: { column: PlannedColumn }) {
  if (kind === 'none') return <span className="import-target import-left-out">{targetName}</span>
  if (kind === 'new') return <span className="import-target import-new">new attribute</span>
  return (
    <span className="import-target">
      → {targetName}
      {reason === 'synonym' && ' by meaning'}
      {reason === 'content' && ' by content'}
    </span>
  )
}

const automatic = 'automatic'

interface EncodingFieldProps {
  encoding: TextEncoding | undefined
  preview: ImportPreview | undefined
  onChange: (encoding: TextEncoding | undefined) => void
}

/** What the letters of a CSV file are encoded in, which nothing but the file itself tells. */
function EncodingField({ encoding, preview, onChange }: EncodingFieldProps) {
  return (
    <Field label="Encoding" hint={hintOf(preview)}>
      {({ id, describedBy }) => (
        <Select<TextEncoding | typeof automatic>
          id={id}
          describedBy={describedBy}
          value={encoding ?? automatic}
          options={[{ value: automatic, label: 'Automatic' }, ...encodingChoices]}
          onChange={(chosen) => onChange(chosen === automatic ? undefined : chosen)}
        />
      )}
    </Field>
  )
}

function hintOf(preview: ImportPreview | undefined): string | undefined {
  if (preview?.encoding_guessed !== true || preview.encoding === null) return undefined
  return `Taken for ${encodingName(preview.encoding)}. Where letters look wrong, choose another.`
}
