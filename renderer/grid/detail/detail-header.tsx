import { useSelector } from '@tanstack/react-store'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { EntityResource } from '#shared/entities.ts'
import { select } from '../actions/navigation.ts'
import type { GridSession } from '../data/grid-session.ts'
import { selectCell } from '../model/selection.ts'
import { formatCount } from '../../ui/format-count.ts'
import { IconButton } from '../../ui/button.tsx'
import { closeDetails } from '../data/detail-state.ts'

/** Moves the cursor, and the panel with it, to the row above or below. */
export function walkRows(session: GridSession, step: 1 | -1): void {
  const cursor = session.selection.get()?.cursor
  if (!cursor) return
  const row = cursor.row + step
  if (row >= 0 && row < session.rowCount) select(session, selectCell({ ...cursor, row }))
}

interface DetailHeaderProps {
  readonly session: GridSession
  readonly entity: EntityResource | undefined
}

export function DetailHeader({ session, entity }: DetailHeaderProps) {
  const row = useSelector(session.selection, (selection) => selection?.cursor.row)
  return (
    <header className="detail-header">
      <div className="detail-title">
        <h2>{entity ? (entity.label ?? 'New row') : 'Details'}</h2>
        {row !== undefined && (
          <p className="ui-field-hint">
            Row {formatCount(row + 1)} of {formatCount(session.rowCount)}
          </p>
        )}
      </div>
      <IconButton
        label="Previous row (Alt+Up)"
        disabled={row === undefined || row === 0}
        onClick={() => walkRows(session, -1)}
      >
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton
        label="Next row (Alt+Down)"
        disabled={row === undefined || row >= session.rowCount - 1}
        onClick={() => walkRows(session, 1)}
      >
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label="Close the details (Esc)" onClick={() => closeDetails(session)}>
        <X aria-hidden />
      </IconButton>
    </header>
  )
}
