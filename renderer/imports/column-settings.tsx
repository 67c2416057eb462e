import {
  dataTypeTraits,
  isReferenceType,
  type AttributeDefinition,
  type DataType,
  dataTypes,
} from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { Field } from '../ui/field.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { CellRules } from './cell-rules.tsx'
import { changeRule, withRule, type RuleChange } from './import-choices.ts'
import { newKeyFor, type PlannedColumn } from './plan-columns.ts'
import { ReferenceFields } from './reference-fields.tsx'
import { SampleTable } from './sample-table.tsx'
import type { StepProps } from './step-props.ts'
import type { ImportPlan } from './use-import-plan.ts'
import { ValueMap } from './value-map.tsx'
import { typeTexts } from '../state/entity-types.ts'

interface ColumnSettingsProps extends StepProps {
  plan: ImportPlan
  column: PlannedColumn
}

/** Where one column goes, what is done to its cells, and what comes out. */
export function ColumnSettings(props: ColumnSettingsProps) {
  const { column, choices, plan, onChoices } = props
  const { header, kind } = column
  const change = (part: RuleChange): void =>
    onChoices(withRule(choices, plan.columns, header, changeRule(column.rule, part)))
  return (
    <section
      className="import-column-settings"
      role="tabpanel"
      id="import-column-settings"
      aria-labelledby={`import-column-${column.index}`}
    >
      <TargetField {...props} />
      {kind === 'new' && <NewAttributeFields column={column} onChange={change} />}
      {kind !== 'none' && kind !== 'id' && (
        <>
          <ReferenceFields column={column} type={choices.type} onChange={change} />
          <CellRules column={column} onChange={change} />
          <ValueMap column={column} onChange={change} />
        </>
      )}
      <SampleTable column={column} isBehind={plan.isBehind} />
    </section>
  )
}

/** No attribute key begins like these. */
const leaveOut = '-none'
const newAttribute = '-new'
const parent = 'parent_id'

function TargetField({ column, choices, plan, onChoices }: ColumnSettingsProps) {
  const choose = (target: string): void => {
    const entry =
      target === leaveOut
        ? null
        : target === newAttribute
          ? { key: newKeyFor(column, plan.columns, plan.attributes) }
          : target
    onChoices(withRule(choices, plan.columns, column.header, entry))
  }
  return (
    <Field label="Goes to" hint={whyText(column)}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          describedBy={describedBy}
          disabled={column.header === ''}
          value={targetOf(column)}
          options={targetOptions(column, plan)}
          onChange={choose}
        />
      )}
    </Field>
  )
}

function targetOf({ kind, rule }: PlannedColumn): string {
  if (kind === 'none') return leaveOut
  return kind === 'new' ? newAttribute : (rule.key ?? leaveOut)
}

function targetOptions(column: PlannedColumn, { attributes, columns }: ImportPlan): SelectOption<string>[] {
  const ids = column.kind === 'id' ? [{ value: 'id', label: 'ID' }] : []
  return [
    { value: leaveOut, label: 'Leave this column out' },
    { value: newAttribute, label: 'A new attribute' },
    { value: parent, label: 'Parent', hint: usedBy(parent, column, columns) },
    ...ids,
    ...attributes
      .filter(({ writable }) => writable)
      .map((attribute) => ({
        value: attribute.key,
        label: attribute.name,
        hint: usedBy(attribute.key, column, columns) ?? typeName(attribute),
      })),
  ]
}

function usedBy(key: string, column: PlannedColumn, columns: readonly PlannedColumn[]): string | undefined {
  const other = columns.find(
    ({ kind, rule, index }) => kind !== 'none' && rule.key === key && index !== column.index,
  )
  return other && `now from ${other.header}`
}

function typeName({ data_type: type }: AttributeDefinition): string {
  return dataTypeTraits[type].name
}

function whyText({ kind, reason, targetName, because }: PlannedColumn): string {
  if (kind === 'none')
    return targetName.startsWith('computed') ? 'The attribute is computed.' : 'Nothing is taken from it.'
  if (kind === 'new') return 'The attribute is created with the import.'
  // What was chosen a moment ago the server has not told of yet.
  return reason === 'mapping' ? 'Chosen by hand or by saved settings.' : because
}

interface NewAttributeFieldsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

const guessed = '-'
const types = dataTypes.filter((type) => dataTypeTraits[type].writable)

/** The data type of an attribute that a column is to get; without a choice it is guessed from the whole file. */
function NewAttributeFields({ column, onChange }: NewAttributeFieldsProps) {
  const { rule, data_type: type } = column
  const isReference = rule.data_type !== undefined && isReferenceType(rule.data_type)
  return (
    <div className="import-rule-fields">
      <Field label="Data type">
        {({ id }) => (
          <Select<DataType | typeof guessed>
            id={id}
            value={rule.data_type ?? guessed}
            options={[
              { value: guessed, label: `As it looks: ${dataTypeTraits[type].name}` },
              ...types.map((known) => ({ value: known, label: dataTypeTraits[known].name })),
            ]}
            onChange={(next) => onChange(typeRule(next))}
          />
        )}
      </Field>
      {isReference && (
        <Field label="Refers to">
          {({ id }) => (
            <Select<EntityType>
              id={id}
              value={rule.reference_type ?? 'vendor'}
              options={entityTypes.map((known) => ({ value: known, label: typeTexts[known].plural }))}
              onChange={(target) => onChange({ reference_type: target, by: undefined })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function typeRule(type: DataType | typeof guessed): RuleChange {
  if (type === guessed) return { data_type: undefined, reference_type: undefined }
  return { data_type: type, reference_type: isReferenceType(type) ? 'vendor' : undefined }
}
