import { createAtom } from '@tanstack/react-store'
import type { GridSession } from './grid-session.ts'

export interface AskedCell {
  readonly id: string
  readonly label: string | null
  readonly key: string
}

const states = new WeakMap<GridSession, ReturnType<typeof createState>>()

function createState() {
  return createAtom<AskedCell | undefined>(undefined)
}

export function cellOriginOf(session: GridSession) {
  const present = states.get(session)
  if (present) return present
  const created = createState()
  states.set(session, created)
  return created
}
