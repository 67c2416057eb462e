import { useQuery } from '@tanstack/react-query'
import { type AttributeConfig, dataTypeTraits, isReferenceType } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { t } from '../ui/text.ts'

export function targetOf(
  column: PlannedColumn,
  type: EntityType,
  configs: readonly AttributeConfig[],
): EntityType | undefined {
  if (column.kind === 'parent') return type
  if (!isReferenceType(column.data_type)) return undefined
  if (column.kind === 'new') return column.rule.reference_type
  return configs.find(({ key }) => key === column.rule.key)?.reference?.type
}

interface FoundByProps {
  column: PlannedColumn
  target: EntityType
  onChange: (part: RuleChange) => void
}

const byName = '-'

export function FoundBy({ column, target, onChange }: FoundByProps) {
  const { api } = useWorkspace()
  const { rule } = column
  const { data: attributes = [] } = useQuery(attributesQuery(api, target))
  const primary = attributes.find(({ is_primary: isPrimary }) => isPrimary)
  const keys = attributes.filter(
    ({ data_type: type, key }) => dataTypeTraits[type].isFreeText && key !== primary?.key,
  )
  return (
    <div className="import-rule-fields">
      <Field
        label={t('{plural} are found by', { plural: typeTexts()[target].plural })}
        hint={t('IDs are always accepted.')}
      >
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            value={rule.by ?? byName}
            options={[
              { value: byName, label: primary?.name ?? t('their names') },
              ...keys.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={(by) => onChange({ by: by === byName ? undefined : by })}
          />
        )}
      </Field>
      {target === 'category' && (
        <TextField
          label={t('Steps of a path are separated by')}
          placeholder={t('not a path')}
          hint={t('Such as > in Furniture > Chairs.')}
          value={rule.path ?? ''}
          maxLength={10}
          onChange={(path) => onChange({ path: path === '' ? undefined : path })}
        />
      )}
    </div>
  )
}
