import type { AttributeDefinition } from '#shared/attributes.ts'
import { dataTypeLooks } from '../query/data-types.ts'
import { Select, type SelectOption } from '../ui/select.tsx'
import { withRule } from './import-choices.ts'
import { newKeyFor, type PlannedColumn } from './plan-columns.ts'
import type { ColumnProps } from './import-props.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

const leaveOut = '-none'
const newAttribute = '-new'
const parent = 'parent_id'

export function TargetField({ column, choices, plan, takenBy, onChoices }: ColumnProps) {
  const choose = (target: string): void => {
    const entry =
      target === leaveOut
        ? null
        : target === newAttribute
          ? { key: newKeyFor(column, plan.columns, plan.attributes) }
          : target
    onChoices(withRule(choices, plan.columns, column.header, entry))
  }
  const why = `import-why-${column.index}`
  return (
    <>
      <Select
        label={t('{header} is imported into', { header: column.header })}
        describedBy={why}
        disabled={column.header === ''}
        value={targetOf(column)}
        options={targetOptions(column, plan.attributes, takenBy)}
        onChange={choose}
      />
      <span className="ui-field-hint" id={why}>
        {whyText(column)}
      </span>
    </>
  )
}

/** Returns the column of each target, shown where another column would get the same target. */
export function columnsByTarget(columns: readonly PlannedColumn[]): ReadonlyMap<string, PlannedColumn> {
  return new Map(
    columns.flatMap((column) =>
      column.kind === 'none' || column.rule.key === null ? [] : [[column.rule.key, column] as const],
    ),
  )
}

function targetOf({ kind, rule }: PlannedColumn): string {
  if (kind === 'none') return leaveOut
  return kind === 'new' ? newAttribute : (rule.key ?? leaveOut)
}

function targetOptions(
  column: PlannedColumn,
  attributes: readonly AttributeDefinition[],
  takenBy: ColumnProps['takenBy'],
): SelectOption<string>[] {
  const hintOf = (key: string): string | undefined => {
    const other = takenBy.get(key)
    return other === undefined || other.index === column.index
      ? undefined
      : t('now from {header}', { header: other.header })
  }
  const ids = column.kind === 'id' ? [{ value: 'id', label: 'ID' }] : []
  return [
    { value: leaveOut, label: t('Leave this column out') },
    { value: newAttribute, label: t('A new attribute') },
    { value: parent, label: t('Parent'), hint: hintOf(parent) },
    ...ids,
    ...attributes
      .filter(({ writable }) => writable)
      .map(({ key, name, data_type: type }) => ({
        value: key,
        label: name,
        hint: hintOf(key) ?? dataTypeLooks()[type].name,
      })),
  ]
}

const reasons = cachedByLanguage((): Partial<Record<PlannedColumn['reason'], string>> => ({
  mapping: t('Chosen by hand or by saved settings.'),
  name: t('It has the same name.'),
  shape: t('Usual in files of this shop.'),
}))

function whyText({ kind, reason, targetName: name, header, because }: PlannedColumn): string {
  if (kind === 'none')
    return name === t('computed, so it is left out')
      ? t('The attribute is computed.')
      : t('Nothing is taken from it.')
  if (kind === 'new') return ''
  if (reason === 'synonym') return t('“{header}” is another word for {name}.', { header, name })
  if (reason === 'content') return t('The cells look like values of {name}. Please check.', { name })
  return reasons()[reason] ?? because
}
