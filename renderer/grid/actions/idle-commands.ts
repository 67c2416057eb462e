import type { CommandId } from '#shared/commands.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'

/** Whether a command has nothing to do at the moment, of those that can tell. */
const isIdle: Partial<Record<CommandId, (session: GridSession) => boolean>> = {
  'discard-row': (session) => !isDraftId(session.rowAt(session.selection.get()?.cursor.row ?? 0)?.id ?? ''),
  'discard-refused': hasNoRefusal,
  'next-error': hasNoRefusal,
  undo: ({ log }) => log.lastDone === undefined,
  redo: ({ log }) => log.lastUndone === undefined,
}

/** The commands that have nothing to do in a grid at the moment: by name, others are meant before them. */
export function idleCommands(session: GridSession): ReadonlySet<string> {
  return new Set(
    Object.entries(isIdle)
      .filter(([, test]) => test(session))
      .map(([id]) => id),
  )
}

function hasNoRefusal({ overlay }: GridSession): boolean {
  return overlay.counts.get().refused === 0
}
