import { createAtom } from '@tanstack/react-store'

const offered = createAtom<{ readonly toggle: (() => void) | undefined }>({ toggle: undefined })

/** Makes a choice of columns the one that the command is for, until the returned function is called. */
export function offerClassColumns(toggle: () => void): () => void {
  offered.set({ toggle })
  return () => offered.set((present) => (present.toggle === toggle ? { toggle: undefined } : present))
}

/** Shows the columns of the classes, or those of before; nothing happens where no class applies. */
export function toggleClassColumns(): void {
  offered.get().toggle?.()
}
