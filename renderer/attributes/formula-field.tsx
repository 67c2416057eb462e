import { useQuery } from '@tanstack/react-query'
import type { FormulaPreview } from '#shared/app-surface.ts'
import type { EntityType } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { formulaPreviewQuery } from '../api/formula-preview-queries.ts'
import { openGrid } from '../state/open-grid.ts'
import { Field } from '../ui/field.tsx'
import { SuggestingText } from '../ui/suggesting-text.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { paintFormula, suggestAt } from './formula-words.ts'
import { t } from '../ui/text.ts'
import { retell } from '../ui/heard.ts'

interface FormulaFieldProps {
  value: string
  type: EntityType
  error: string | undefined
  onChange: (formula: string) => void
}

/** A formula with what it gives for the row of the grid's cursor, or what is wrong with it, as it is being written. */
export function FormulaField({ value, type, error, onChange }: FormulaFieldProps) {
  const { api } = useWorkspace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, type))
  const { data } = useQuery(formulaPreviewQuery(api.workspaceId, type, value, openGrid.get()?.currentId()))
  const preview = value.trim() === '' ? undefined : data
  return (
    <Field label={t('Formula')} hint={describePreview(preview)} error={describeFault(preview) ?? error}>
      {(control) => (
        <SuggestingText
          value={value}
          words={paintFormula(value, preview?.fault ?? undefined)}
          suggestAt={(text, caret) => suggestAt(text, caret, attributes)}
          placeholder="ROUND({{price}} * 1.19, 2)"
          control={control}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function describeFault(preview: FormulaPreview | undefined): string | undefined {
  return preview?.fault
    ? t('Character {start}: {message}', {
        start: preview.fault.start + 1,
        message: retell(preview.fault.message),
      })
    : undefined
}

function describePreview(preview: FormulaPreview | undefined): string | undefined {
  if (preview?.fault) return undefined
  if (!preview) return t('Refer to attributes as {{key}}. Operators and functions are those of spreadsheets.')
  const { label, value } = preview
  if (label === null && value === null) return t('The formula is complete.')
  return `${label ?? t('The selected row')}: ${value === null ? t('no value') : shown(value)}`
}

function shown(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : String(value)
}
