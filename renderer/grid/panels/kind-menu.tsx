import { useSelector } from '@tanstack/react-store'
import { CalendarDays, Kanban, Table2 } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import type { ViewKind } from '#shared/views.ts'
import type { GridColumn } from '../../query/columns.ts'
import { useGridColumns } from '../../query/use-grid-columns.ts'
import { gridLayoutOf } from '../../state/grid-layout.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { SearchSelect } from '../../ui/select.tsx'
import { t } from '../../ui/text.ts'
import { isCalendarColumn, isKanbanColumn } from '../model/board.ts'

const icons = { grid: Table2, kanban: Kanban, calendar: CalendarDays } as const

/** Chooses how the rows are shown: in the grid, as a kanban or on a calendar. */
export function KindMenu({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { columns = [] } = useGridColumns(workspace.id, type)
  const look = gridLayoutOf(workspace.id, type)
  const { kind, kindBy } = useSelector(look.shownAs)
  const kinds = listKinds(columns)
  if (kinds.length === 1) return null
  const chosen = kinds.find((each) => each.kind === kind && each.by === kindBy) ?? table()
  const Icon = icons[chosen.kind]
  return (
    <SearchSelect
      label={chosen.label}
      searchLabel={t('Find an attribute')}
      trigger={
        <Button variant="ghost">
          <Icon aria-hidden />
          {chosen.label}
        </Button>
      }
      value={chosen.value}
      options={kinds}
      onChange={(value) => {
        const next = kinds.find((each) => each.value === value)
        if (next) look.shownAs.set({ kind: next.kind, kindBy: next.by })
      }}
    />
  )
}

interface KindChoice {
  readonly value: string
  readonly label: string
  readonly kind: ViewKind
  readonly by: string | null
}

const table = (): KindChoice => ({ value: 'grid', label: t('Table'), kind: 'grid', by: null })

function listKinds(columns: readonly GridColumn[]): readonly KindChoice[] {
  const boards = columns.filter(isKanbanColumn).map(({ id, name }): KindChoice => ({
    value: `kanban ${id}`,
    label: t('Kanban by {name}', { name }),
    kind: 'kanban',
    by: id,
  }))
  const calendars = columns.filter(isCalendarColumn).map(({ id, name }): KindChoice => ({
    value: `calendar ${id}`,
    label: t('Calendar by {name}', { name }),
    kind: 'calendar',
    by: id,
  }))
  return [table(), ...boards, ...calendars]
}
