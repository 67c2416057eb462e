import type { ExportFormat, ExportValues } from '#shared/exports.ts'
import type { GridColumn } from '../query/columns.ts'
import { countOf } from '../ui/format-count.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { exportable, type ExportChoices } from './export-choices.ts'

interface TableFieldsProps {
  kind: ExportFormat
  choices: ExportChoices
  visible: readonly GridColumn[]
  onChange: (part: Partial<ExportChoices>) => void
}

const valueHints: Readonly<Record<ExportValues, string>> = {
  own: 'Only what each row holds itself. Importing the file again changes nothing.',
  effective: 'As the grid shows them: with what is inherited, looked up and computed.',
}

/** Which columns of which values, and how CSV separates them. */
export function TableFields({ kind, choices, visible, onChange }: TableFieldsProps) {
  return (
    <>
      <ColumnsField choices={choices} visible={visible} onChange={onChange} />
      <Field label="Values" hint={valueHints[choices.values]}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            value={choices.values}
            options={[
              { value: 'own', label: 'Own values' },
              { value: 'effective', label: 'Effective values' },
            ]}
            onChange={(values) => onChange({ values })}
          />
        )}
      </Field>
      {kind === 'csv' && <DelimiterField choices={choices} onChange={onChange} />}
    </>
  )
}

function ColumnsField({ choices, visible, onChange }: Omit<TableFieldsProps, 'kind'>) {
  const lists = visible.length - exportable(visible).length
  const hint =
    choices.columns === 'all'
      ? 'Every attribute, with the ID in front.'
      : `In the order of the grid, with the ID in front.${lists > 0 ? ` ${countOf(lists, 'list')} that only mirror other entities ${lists === 1 ? 'is' : 'are'} left out.` : ''}`
  return (
    <Field label="Columns" hint={hint}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          describedBy={describedBy}
          value={choices.columns}
          options={[
            { value: 'visible', label: `Shown in the grid (${exportable(visible).length})` },
            { value: 'all', label: 'All' },
          ]}
          onChange={(columns) => onChange({ columns })}
        />
      )}
    </Field>
  )
}

function DelimiterField({ choices, onChange }: Pick<TableFieldsProps, 'choices' | 'onChange'>) {
  return (
    <Field label="Separated by">
      {({ id }) => (
        <Select
          id={id}
          value={choices.delimiter}
          options={[
            { value: ',', label: 'Commas' },
            { value: ';', label: 'Semicolons' },
            { value: '\t', label: 'Tabs' },
            { value: '|', label: 'Vertical bars' },
          ]}
          onChange={(delimiter) => onChange({ delimiter })}
        />
      )}
    </Field>
  )
}
