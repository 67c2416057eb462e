import { pluralOf, type EntityType } from '#shared/entities.ts'
import { isNarrowed } from '../query/grid-query.ts'
import { Choice } from '../ui/choice.tsx'
import { countOf } from '../ui/format-count.ts'
import type { RowScope } from './dialogs.ts'
import type { useChosenRows } from './use-chosen-rows.ts'

interface ScopeChoiceProps {
  type: EntityType
  rows: Pick<ReturnType<typeof useChosenRows>, 'isShown' | 'query' | 'counts'>
  value: RowScope
  onChange: (scope: RowScope) => void
}

/** Which rows; what there is none of is not offered. */
export function ScopeChoice({ type, rows, value, onChange }: ScopeChoiceProps) {
  const { isShown, query, counts } = rows
  const told = (count: number | undefined): string =>
    count === undefined ? '…' : countOf(count, type, pluralOf[type])
  const choices: readonly (readonly [RowScope, string, string, boolean])[] = [
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
