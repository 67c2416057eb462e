import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { IconButton } from '../ui/button.tsx'
import { CellRemedies } from './cell-remedies.tsx'
import { ColumnSettings } from './column-settings.tsx'
import { changeRule, isCreated, type RuleChange, withRule } from './import-choices.ts'
import { countRefused, misfitsOf } from './sample-problem.ts'
import type { ColumnProps } from './import-props.ts'
import { TargetField } from './target-field.tsx'
import { TypeProposals } from './type-proposals.tsx'
import { t, tMessage } from '../ui/text.ts'
import {
  type Constraints,
  type DataType,
  dataTypes,
  dataTypeTraits,
  isReferenceType,
} from '#shared/attributes.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import { attributeKindOf, attributeLooks, dataTypeLooks } from '../query/data-types.ts'
import { Select } from '../ui/select.tsx'
import type { PlannedColumn } from './plan-columns.ts'

interface ColumnColumnProps extends ColumnProps {
  readonly target: EntityType | undefined
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

interface TypeFieldProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

const guessed = '-'
const types = dataTypes.filter((type) => dataTypeTraits[type].writable)

function TypeField({ column, onChange }: TypeFieldProps) {
  const { kind, rule, data_type: type, constraints, header } = column
  if (kind === 'attribute') return column.meaning === undefined ? dataTypeLooks()[type].name : null
  if (kind !== 'new') return null
  return (
    <Select<DataType | typeof guessed>
      label={t('Type of {header}', { header })}
      value={rule.data_type ?? guessed}
      options={[
        { value: guessed, label: typeName(type, constraints), hint: t('as it looks') },
        ...types.map((known) => ({ value: known, label: dataTypeLooks()[known].name })),
      ]}
      onChange={(next) => onChange(typeRule(next))}
    />
  )
}

function typeName(type: DataType, constraints: Constraints = {}): string {
  const unit = unitOfConstraints(constraints)
  const { name } = attributeLooks()[attributeKindOf(type, constraints)]
  return unit === undefined ? name : `${name} (${unit})`
}

function typeRule(type: DataType | typeof guessed): RuleChange {
  if (type === guessed) return { data_type: undefined, reference_type: undefined }
  return { data_type: type, reference_type: isReferenceType(type) ? 'vendor' : undefined }
}

export function ColumnRow(props: ColumnColumnProps) {
  const { column, choices, plan, target, isOpen, onChoices } = props
  const { header, index } = column
  const name = nameOf(column)
  const [version, setVersion] = useState(0)
  const change = (part: RuleChange): void =>
    onChoices(withRule(choices, plan.columns, header, changeRule(column.rule, part)))
  const remedy = (part: RuleChange): void => {
    setVersion(version + 1)
    change(part)
  }
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <td>
          <Toggle {...props} />
        </td>
        <th scope="row">{name}</th>
        <td>
          <Sample column={column} />
        </td>
        <td>
          <TargetField {...props} />
        </td>
        <td>
          <TypeField column={column} onChange={change} />
          <Meaning column={column} />
          <TypeProposals column={column} onChange={remedy} />
          <Misfits {...props} />
        </td>
        <td>{column.kind !== 'none' && <CellRemedies {...props} onChange={remedy} />}</td>
      </tr>
      {isOpen && (
        <tr className="import-column-open">
          <td colSpan={6} id={`import-settings-${index}`}>
            <section aria-label={t('Settings of {name}', { name })}>
              <ColumnSettings
                column={column}
                target={target}
                plan={plan}
                version={version}
                onChange={change}
              />
            </section>
          </td>
        </tr>
      )}
    </>
  )
}

function Meaning({ column: { kind, meaning } }: Pick<ColumnProps, 'column'>) {
  if (kind === 'none' || meaning === undefined) return null
  return (
    <span className={kind === 'attribute' ? undefined : 'import-meaning'}>
      {tMessage(meaning.message, meaning)}
    </span>
  )
}

function nameOf({ header }: ColumnProps['column']): string {
  return header === '' ? t('(no name)') : header
}

function Toggle({ column, isOpen, onOpen }: ColumnColumnProps) {
  return (
    <IconButton
      label={t('Settings of {column}', { column: nameOf(column) })}
      aria-expanded={isOpen}
      aria-controls={`import-settings-${column.index}`}
      onClick={() => onOpen(!isOpen)}
    >
      {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
    </IconButton>
  )
}

const shownSamples = 3

function Sample({ column: { samples } }: Pick<ColumnProps, 'column'>) {
  if (samples.length === 0) return <span className="import-left-out">{t('empty')}</span>
  return <span className="import-sample">{samples.slice(0, shownSamples).join(' · ')}</span>
}

function Misfits({ column, choices, plan }: ColumnProps) {
  const refused = countRefused(column)
  if (refused > 0)
    return (
      <span className="import-column-problem">
        {t('{refused, plural, one {# cell does} other {# cells do}} not fit', { refused })}
      </span>
    )
  const { length: count } = misfitsOf(
    column,
    isCreated(choices, plan.preview.creations, 'create_missing_options'),
  )
  if (count === 0) return null
  return (
    <span className="import-column-problem">
      {t('{count, plural, one {# sample does} other {# samples do}} not fit', { count })}
    </span>
  )
}
