import { X } from 'lucide-react'
import { useRef } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CreateMissing } from './create-missing.tsx'
import { isCreated, type RuleChange } from './import-choices.ts'
import { misfitsOf } from './sample-problem.ts'
import type { ColumnProps } from './import-props.ts'
import { t, cachedByLanguage } from '../ui/text.ts'
import type { Misfit, MisfitKind, MisfitRemedy } from '#shared/imports.ts'
import { formatCount } from '../ui/format-count.ts'
import { Select, type SelectOption } from '../ui/select.tsx'
import type { PlannedColumn } from './plan-columns.ts'
import { PictureDrop } from './sent-pictures.tsx'

interface CellRemediesProps extends ColumnProps {
  target: EntityType | undefined
  onChange: (part: RuleChange) => void
}

interface MisfitGroupsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

function MisfitGroups({ column, onChange }: MisfitGroupsProps) {
  const { rule, misfits } = column
  return misfits.map((misfit, index) => (
    <MisfitGroup
      key={`${misfit.kind} ${index}`}
      column={column}
      misfit={misfit}
      remedy={rule.remedies?.[misfit.kind] ?? misfit.remedy}
      onRemedy={(remedy) => onChange({ remedies: { ...rule.remedies, [misfit.kind]: remedy } })}
    />
  ))
}

interface MisfitGroupProps {
  column: PlannedColumn
  misfit: Misfit
  remedy: MisfitRemedy
  onRemedy: (remedy: MisfitRemedy) => void
}

const shownSamples = 2

function MisfitGroup({ column, misfit, remedy, onRemedy }: MisfitGroupProps) {
  const { values = {} } = column.rule
  const samples = misfit.samples.filter(({ cell }) => !(cell in values))
  const shown = samples.slice(0, shownSamples)
  const replaced = misfit.samples.length - samples.length
  const others = misfit.count - replaced - shown.reduce((sum, { count }) => sum + count, 0)
  const [first] = shown
  if (first === undefined) return null
  return (
    <div className="import-misfit" data-refused={remedy === 'refuse' || undefined}>
      {shown.map(({ cell, count, value }) => (
        <span key={cell}>
          {formatCount(count)} × {cell} → {describe(remedy, value)}
        </span>
      ))}
      {others > 0 && (
        <span>{t('and {others, plural, one {# more cell} other {# more cells}}', { others })}</span>
      )}
      <Select<MisfitRemedy>
        label={t('What becomes of {cell} in {header}', { cell: first.cell, header: column.header })}
        value={remedy}
        options={optionsOf()[misfit.kind]}
        onChange={onRemedy}
      />
    </div>
  )
}

function describe(remedy: MisfitRemedy, value: unknown): string {
  if (remedy === 'empty') return t('left empty, a value that is there stays')
  if (remedy === 'clear') return t('no value, and one that is there goes')
  if (remedy === 'refuse') return t('left out and reported')
  // The server has not read it yet after another remedy was chosen.
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '…'
}

const read = cachedByLanguage(() => ({ value: 'read', label: t('Take the number') }) as const)
const left = cachedByLanguage((): readonly SelectOption<MisfitRemedy>[] => [
  { value: 'empty', label: t('Leave empty') },
  { value: 'clear', label: t('Remove the value that is there') },
  { value: 'refuse', label: t('Leave out and report') },
])
const optionsOf = cachedByLanguage(
  (): Readonly<Record<MisfitKind, readonly SelectOption<MisfitRemedy>[]>> => ({
    qualified: [read(), ...left()],
    unit: [read(), ...left()],
    other_unit: [read(), ...left()],
    placeholder: left(),
    text: left(),
  }),
)

export function CellRemedies(props: CellRemediesProps) {
  const { column, choices, plan, pictures, onChange } = props
  // A pressed button disappears with its cells, so the focus goes to the container.
  const stand = useRef<HTMLDivElement>(null)
  const misfits = misfitsOf(column, isCreated(choices, plan.preview.creations, 'create_missing_options'))
  const replace = (part: Readonly<Record<string, string | undefined>>): void => {
    const entries = Object.entries({ ...column.rule.values, ...part }).filter(([, to]) => to !== undefined)
    onChange({ values: entries.length === 0 ? undefined : (Object.fromEntries(entries) as Values) })
    stand.current?.focus()
  }
  return (
    <div
      ref={stand}
      className="import-remedies"
      tabIndex={-1}
      role="group"
      aria-label={t('Cells of {header} that do not fit', { header: column.header })}
    >
      <MisfitGroups column={column} onChange={onChange} />
      <Misfits column={column} misfits={misfits} onReplace={replace} />
      <Replaced column={column} onReplace={replace} />
      {column.names_picture_files === true && <PictureDrop pictures={pictures} header={column.header} />}
      <CreateMissing {...props} hasMisfits={misfits.length > 0} />
    </div>
  )
}

type Values = Record<string, string>

interface ReplacingProps extends Pick<ColumnProps, 'column'> {
  onReplace: (part: Readonly<Record<string, string | undefined>>) => void
}

function Misfits({ column, misfits, onReplace }: ReplacingProps & { misfits: readonly string[] }) {
  if (misfits.length === 0) return null
  const cells = misfits.join(', ')
  return (
    <div className="import-misfits">
      <span className="import-column-problem">{cells}</span>
      <Button
        variant="ghost"
        aria-label={t('Leave empty: {cells} in {header}', { cells, header: column.header })}
        onClick={() => onReplace(Object.fromEntries(misfits.map((cell) => [cell, ''])))}
      >
        {t('Leave empty')}
      </Button>
    </div>
  )
}

const shownPairs = 3

function Replaced({ column, onReplace }: ReplacingProps) {
  const pairs = Object.entries(column.rule.values ?? {})
  return (
    <>
      {pairs.slice(0, shownPairs).map(([from, to]) => (
        <div key={from} className="import-misfits">
          <span>
            {from} → {to === '' ? <i>{t('empty')}</i> : to}
          </span>
          <IconButton
            label={t('Do not replace {from}', { from })}
            onClick={() => onReplace({ [from]: undefined })}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {pairs.length > shownPairs && (
        <span className="ui-field-hint">
          {t('and {count, plural, one {# more cell} other {# more cells}}', {
            count: pairs.length - shownPairs,
          })}
        </span>
      )}
    </>
  )
}
