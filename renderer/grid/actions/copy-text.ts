import { showError } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'

/** Puts text on the clipboard and says so; a browser that does not allow it is told of. */
export async function copyText(session: GridSession, text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    session.announce(done)
  } catch {
    showError('Nothing was copied', {
      description: 'The browser did not allow it. Try again from this window.',
    })
  }
}
