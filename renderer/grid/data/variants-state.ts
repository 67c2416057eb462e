import { createAtom } from '@tanstack/react-store'
import type { GridSession } from './grid-session.ts'

const states = new WeakMap<GridSession, ReturnType<typeof createState>>()

function createState() {
  return {
    shown: createAtom<string | undefined>(undefined),
    joining: createAtom<readonly string[] | undefined>(undefined),
  }
}

function stateOf(session: GridSession) {
  const present = states.get(session)
  if (present) return present
  const created = createState()
  states.set(session, created)
  return created
}

/** The product whose variants are shown as a matrix, by its id; undefined while none are. */
export function variantsShownIn(session: GridSession) {
  return stateOf(session).shown
}

/** The products that become variants of one, while its name is asked for. */
export function joiningIn(session: GridSession) {
  return stateOf(session).joining
}
