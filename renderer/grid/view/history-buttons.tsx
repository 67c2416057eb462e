import { useSelector } from '@tanstack/react-store'
import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { redo, undo } from '../actions/history.ts'
import type { GridSession } from '../data/grid-session.ts'
import { presentSession } from '../actions/grid-commands.ts'

/** Undo and redo of the open grid, named by what they would do. */
export function HistoryButtons() {
  const session = useSelector(presentSession)
  return session ? <Buttons session={session} /> : null
}

function Buttons({ session }: { session: GridSession }) {
  const { undo: done, redo: undone } = useSelector(session.log.state)
  return (
    <>
      <IconButton
        label={done === undefined ? 'Nothing to undo' : `Undo ${done} (Ctrl+Z)`}
        disabled={done === undefined}
        onClick={() => void undo(session)}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={undone === undefined ? 'Nothing to redo' : `Redo ${undone} (Ctrl+Y)`}
        disabled={undone === undefined}
        onClick={() => void redo(session)}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </>
  )
}
