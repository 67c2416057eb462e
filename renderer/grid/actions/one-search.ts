import { toMessage } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'
import { remark } from './ranges.ts'

type Search = (session: GridSession) => Promise<void>

/** A search for a place further on, of which a grid makes one at a time however often its key is pressed; the grid tells what goes wrong. */
export function oneAtATime(search: Search): Search {
  const searching = new WeakSet<GridSession>()
  return async (session) => {
    if (searching.has(session)) return
    searching.add(session)
    try {
      await search(session)
    } catch (error) {
      remark(session, toMessage(error))
    } finally {
      searching.delete(session)
    }
  }
}
