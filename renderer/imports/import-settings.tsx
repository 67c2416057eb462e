import { upsertableTypes, type UpsertableType } from '#shared/entities.ts'
import { typeTexts } from '../shell/entity-types.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { MergeKeyChoice } from './match-columns.ts'

/** No attribute key can be this word. */
const noMergeKey = '-'

/** What the user has chosen; without a merge key the suggested one holds. */
export interface ImportChoices {
  readonly type: UpsertableType
  readonly mergeKey: string | undefined
  readonly createMissing: boolean
  readonly emptyCells: 'ignore' | 'clear'
}

interface ImportSettingsProps {
  options: ImportChoices & { readonly mergeKey: string }
  mergeKeys: readonly MergeKeyChoice[]
  onChange: (part: Partial<ImportChoices>) => void
}

/** What the rows are, how known ones are recognised, and what becomes of empty cells and unknown columns. */
export function ImportSettings(props: ImportSettingsProps) {
  const { options, onChange } = props
  return (
    <div className="import-settings">
      <TypeField {...props} />
      <MergeKeyField {...props} />
      <Field label="An empty cell">
        {({ id }) => (
          <Select
            id={id}
            value={options.emptyCells}
            options={[
              { value: 'ignore', label: 'keeps the present value' },
              { value: 'clear', label: 'clears the value' },
            ]}
            onChange={(emptyCells) => onChange({ emptyCells })}
          />
        )}
      </Field>
      <div className="import-settings-wide">
        <Checkbox
          label="Create attributes for columns that have none"
          hint="Their data type is guessed from the whole file. Codes with leading zeros stay text."
          checked={options.createMissing}
          onChange={(createMissing) => onChange({ createMissing })}
        />
      </div>
    </div>
  )
}

function TypeField({ options, onChange }: ImportSettingsProps) {
  return (
    <Field label="The rows are">
      {({ id }) => (
        <Select<UpsertableType>
          id={id}
          value={options.type}
          options={upsertableTypes.map((type) => ({ value: type, label: typeTexts[type].plural }))}
          onChange={(type) => onChange({ type, mergeKey: undefined })}
        />
      )}
    </Field>
  )
}

function MergeKeyField({ options, mergeKeys, onChange }: ImportSettingsProps) {
  const hint = mergeKeyHint(options.mergeKey, typeTexts[options.type].plural.toLowerCase())
  return (
    <Field label="Update those with the same" hint={hint}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          describedBy={describedBy}
          value={options.mergeKey === '' ? noMergeKey : options.mergeKey}
          options={[
            ...mergeKeys.map(({ key, name }) => ({ value: key, label: name })),
            { value: noMergeKey, label: 'Nothing: every row is new' },
          ]}
          onChange={(key) => onChange({ mergeKey: key === noMergeKey ? '' : key })}
        />
      )}
    </Field>
  )
}

function mergeKeyHint(mergeKey: string, plural: string): string {
  return mergeKey === ''
    ? `Importing the file twice makes all ${plural} twice.`
    : 'Other rows become new ones. Upper and lower case count as the same.'
}
