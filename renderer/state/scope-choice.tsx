import { type EntityType } from '#shared/entities.ts'
import { isNarrowed } from '../query/grid-query.ts'
import { Choice } from '../ui/field.tsx'
import type { RowScope } from './dialogs.ts'
import type { useChosenRows } from './use-chosen-rows.ts'
import { t } from '../ui/text.ts'
import { formatEntityCount } from './entity-types.ts'

interface ScopeChoiceProps {
  type: EntityType
  rows: Pick<ReturnType<typeof useChosenRows>, 'isShown' | 'query' | 'counts'>
  value: RowScope
  onChange: (scope: RowScope) => void
}

export function ScopeChoice({ type, rows, value, onChange }: ScopeChoiceProps) {
  const { isShown, query, counts } = rows
  const describe = (count: number | undefined): string =>
    count === undefined ? '…' : formatEntityCount(count, type)
  const choices: readonly (readonly [RowScope, string, string, boolean])[] = [
    ['selection', t('Selected rows'), describe(counts.selection), counts.selection > 0],
    [
      'view',
      t('This view'),
      isNarrowed(query) ? t('{count}, filtered', { count: describe(counts.view) }) : describe(counts.view),
      isShown,
    ],
    ['all', t('Everything'), describe(counts.all), true],
  ]
  return (
    <Choice
      label={t('What')}
      value={value}
      choices={choices
        .filter(([, , , isOffered]) => isOffered)
        .map(([scope, label, hint]) => ({ value: scope, label, hint }))}
      onChange={onChange}
    />
  )
}
