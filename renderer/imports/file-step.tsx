import { type ImportPreview, type ImportUpload, shapeNames } from '#shared/imports.ts'
import { encodingName } from '../jobs/encoding-names.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes, formatCount } from '../ui/format-count.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { delimiterName } from './delimiter-names.ts'
import { describeLanguage } from './describe-language.ts'
import { describeLeftOut } from './describe-left-out.ts'
import { describeShape } from './describe-shape.ts'
import { FileSettings } from './file-settings.tsx'
import { FileTable } from './file-table.tsx'
import { ImportFault } from './import-fault.tsx'
import { OpenQuestions } from './open-questions.tsx'
import { MergeKeyField, DuplicateKeysWarning } from './merge-key-field.tsx'
import { isPlain } from './plan-columns.ts'
import { PlanProblems } from './plan-problems.tsx'
import { RememberedFile } from './remembered-file.tsx'
import type { StepProps } from './step-props.ts'
import type { ImportPlan } from './use-import-plan.ts'
import { byLanguage, t } from '../ui/text.ts'

interface FileStepProps extends StepProps {
  file: File
  upload: ImportUpload
  onOtherFile: () => void
}

/** What is in the file, and what its rows are. A plain file can be imported from here. */
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

/** What the file is, what it holds, and what of it is no data. */
function FileFacts({ file, upload, plan }: FileStepProps) {
  const told =
    plan === undefined
      ? []
      : [describeShape(plan.preview), describeLanguage(plan.preview), describeLeftOut(plan.preview)]
  const sentences = told.filter((sentence) => sentence !== '')
  return (
    <>
      <p className="import-facts">
        <b>{file.name}</b> {formatBytes(upload.size)}
        {plan !== undefined && `, ${describeFile(plan.preview)}`}
      </p>
      {sentences.length > 0 && <p>{sentences.join(' ')}</p>}
    </>
  )
}

const formats = byLanguage(
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

/** What would become of columns and rows. */
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
      <DuplicateKeysWarning plan={props.plan} />
    </>
  )
}
