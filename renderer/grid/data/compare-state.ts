import { createAtom } from '@tanstack/react-store'
import type { GridSession } from './grid-session.ts'

export const fewestCompared = 2
export const maxCompared = 6

const states = new WeakMap<GridSession, ReturnType<typeof createState>>()

function createState() {
  return createAtom<readonly string[] | undefined>(undefined)
}

export function comparedIn(session: GridSession) {
  const present = states.get(session)
  if (present) return present
  const created = createState()
  states.set(session, created)
  return created
}
