import { useSelector } from '@tanstack/react-store'
import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { redo, undo } from '../actions/history.ts'
import type { GridSession } from '../data/grid-session.ts'
import { presentSession } from '../actions/grid-commands.ts'
import { t } from '../../ui/text.ts'

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
        label={done === undefined ? t('Nothing to undo') : t('Undo {done} (Ctrl+Z)', { done })}
        disabled={done === undefined}
        onClick={() => void undo(session)}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={undone === undefined ? t('Nothing to redo') : t('Redo {undone} (Ctrl+Y)', { undone })}
        disabled={undone === undefined}
        onClick={() => void redo(session)}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </>
  )
}
