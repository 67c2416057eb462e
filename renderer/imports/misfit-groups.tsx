import type { Misfit, MisfitKind, MisfitRemedy } from '#shared/imports.ts'
import { formatCount } from '../ui/format-count.ts'
import { Select, type SelectOption } from '../ui/select.tsx'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { byLanguage, t } from '../ui/text.ts'

interface MisfitGroupsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

/** Cells that are not quite numbers or dates, by what is wrong with them: `34 × >10 → 10`. */
export function MisfitGroups({ column, onChange }: MisfitGroupsProps) {
  const { rule, misfits } = column
  return misfits.map((misfit, index) => (
    <MisfitGroup
      // A column may have cells of several other units.
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
          {formatCount(count)} × {cell} → {tell(remedy, value)}
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

function tell(remedy: MisfitRemedy, value: unknown): string {
  if (remedy === 'empty') return t('empty')
  if (remedy === 'refuse') return t('left out and reported')
  // The server has not read it yet where another remedy was chosen a moment ago.
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '…'
}

const read = byLanguage(() => ({ value: 'read', label: t('Take the number') }) as const)
const left = byLanguage((): readonly SelectOption<MisfitRemedy>[] => [
  { value: 'empty', label: t('Leave empty') },
  { value: 'refuse', label: t('Leave out and report') },
])
const optionsOf = byLanguage((): Readonly<Record<MisfitKind, readonly SelectOption<MisfitRemedy>[]>> => ({
  qualified: [read(), ...left()],
  unit: [read(), ...left()],
  other_unit: [read(), ...left()],
  placeholder: left(),
  text: left(),
}))
