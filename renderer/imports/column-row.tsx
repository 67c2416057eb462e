import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { IconButton, Button } from '../ui/button.tsx'
import { CellRemedies } from './cell-remedies.tsx'
import { ColumnSettings } from './column-settings.tsx'
import { changeRule, isCreated, type RuleChange, withRule } from './import-choices.ts'
import { countRefused, misfitsOf } from './sample-problem.ts'
import type { RowProps } from './stepper.tsx'
import { TargetField } from './target-field.tsx'
import { t, cachedByLanguage, inSentence } from '../ui/text.ts'
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
import type { TypeProposal } from '#shared/imports.ts'
import { formatCount } from '../ui/format-count.ts'

interface TypeProposalsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

function TypeProposals({ column, onChange }: TypeProposalsProps) {
  if (column.kind !== 'new') return null
  return column.proposals.map((proposal) => (
    <span key={proposal.data_type} className="import-proposal">
      {describe(proposal)}
      {proposal.data_type !== (column.rule.data_type ?? column.data_type) && (
        <Button
          variant="ghost"
          aria-label={t('Make {header} a {proposal}', {
            header: column.header,
            proposal: nameOfProposal(proposal),
          })}
          onClick={() => onChange({ data_type: proposal.data_type, separator: proposal.separator })}
        >
          {t('Make it a {proposal}', { proposal: nameOfProposal(proposal) })}
        </Button>
      )}
    </span>
  ))
}

function nameOfProposal({ data_type: type }: TypeProposal): string {
  return inSentence(dataTypeLooks()[type].name)
}

const separatorNames = cachedByLanguage((): Readonly<Record<string, string>> => ({
  '\n': t('a new line'),
  ',': t('a comma'),
  ';': t('a semicolon'),
}))

function describe({ cells, options, separator }: TypeProposal): string {
  const values = t('{options, plural, one {# value} other {# values}}', { options })
  if (separator === undefined)
    return t('{values} in {cells, plural, one {# cell} other {# cells}}', { values, cells })
  const by = separatorNames()[separator] ?? separator
  return t('{cells} cells with several of {values}, separated by {by}', {
    cells: formatCount(cells),
    values,
    by,
  })
}

interface ColumnRowProps extends RowProps {
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
  if (kind === 'attribute') return dataTypeLooks()[type].name
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

export function ColumnRow(props: ColumnRowProps) {
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
                isBehind={plan.isBehind}
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

function nameOf({ header }: RowProps['column']): string {
  return header === '' ? t('(no name)') : header
}

function Toggle({ column, isOpen, onOpen }: ColumnRowProps) {
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

const shownSamples = 2

function Sample({ column: { samples } }: Pick<RowProps, 'column'>) {
  if (samples.length === 0) return <span className="import-left-out">{t('empty')}</span>
  return samples.slice(0, shownSamples).map((sample) => (
    <span key={sample} className="import-sample">
      {sample}
    </span>
  ))
}

function Misfits({ column, choices, plan }: RowProps) {
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
