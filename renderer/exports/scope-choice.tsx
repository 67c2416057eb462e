import { pluralOf, type EntityType } from '#shared/entities.ts'
import { isNarrowed } from '../query/grid-query.ts'
import { countOf } from '../ui/format-count.ts'
import { Choice } from '../ui/choice.tsx'
import type { useExportRows } from './use-export-rows.ts'
import type { ExportScope } from '../state/dialogs.ts'

interface ScopeChoiceProps {
  type: EntityType
  rows: ReturnType<typeof useExportRows>
  value: ExportScope
  onChange: (scope: ExportScope) => void
}

/** Which rows; what there is none of is not offered. */
export function ScopeChoice({ type, rows, value, onChange }: ScopeChoiceProps) {
  const { isShown, query, counts } = rows
  const told = (count: number | undefined): string =>
    count === undefined ? '…' : countOf(count, type, pluralOf[type])
  const choices: readonly (readonly [ExportScope, string, string, boolean])[] = [
    ['selection', 'Selected rows', told(counts.selection), counts.selection > 0],
    ['view', 'This view', `${told(counts.view)}${isNarrowed(query) ? ', filtered' : ''}`, isShown],
    ['all', 'Everything', told(counts.all), true],
  ]
  return (
    <Choice
      label="What"
      value={value}
      choices={choices
        .filter(([, , , isOffered]) => isOffered)
        .map(([scope, label, hint]) => ({ value: scope, label, hint }))}
      onChange={onChange}
    />
  )
}
