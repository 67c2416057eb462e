import { isReferenceType } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { CellRules } from './cell-rules.tsx'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { FoundBy } from './reference-fields.tsx'
import { SampleTable } from './sample-table.tsx'
import { ValueMap } from './value-map.tsx'
import { t } from '../ui/text.ts'

interface ColumnSettingsProps {
  column: PlannedColumn
  /** What its cells refer to. */
  target: EntityType | undefined
  isBehind: boolean
  /** Another one where cells were replaced from elsewhere. */
  version: number
  onChange: (part: RuleChange) => void
}

/** What is done to the cells of one column, and what comes out. */
export function ColumnSettings({ column, target, isBehind, version, onChange }: ColumnSettingsProps) {
  const { kind, data_type: type } = column
  const isTaken = kind !== 'none' && kind !== 'id'
  return (
    <div className="import-column-settings">
      {isTaken && (
        <div className="import-column-rules">
          {kind === 'new' && isReferenceType(type) && <RefersTo column={column} onChange={onChange} />}
          {target !== undefined && <FoundBy column={column} target={target} onChange={onChange} />}
          <CellRules column={column} onChange={onChange} />
          <ValueMap key={version} column={column} onChange={onChange} />
        </div>
      )}
      <SampleTable column={column} isBehind={isBehind} />
    </div>
  )
}

function RefersTo({ column: { rule }, onChange }: Pick<ColumnSettingsProps, 'column' | 'onChange'>) {
  return (
    <Field label={t('Refers to')}>
      {({ id }) => (
        <Select<EntityType>
          id={id}
          value={rule.reference_type ?? 'vendor'}
          options={entityTypes.map((known) => ({ value: known, label: typeTexts()[known].plural }))}
          onChange={(target) => onChange({ reference_type: target, by: undefined })}
        />
      )}
    </Field>
  )
}
