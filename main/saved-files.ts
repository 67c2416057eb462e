import { basename } from 'node:path'
import type { Session, Shell } from 'electron'
import { channels } from './channels.ts'
import { isAppUrl } from './security.ts'
import { showFile } from './show-in-folder.ts'

/** What pages have saved in this run, by file name. A page hears of its own files and can have them shown, by name only. */
export class SavedFiles {
  readonly #paths = new Map<string, string>()

  /** Follows the downloads of our own pages to their end. */
  follow(session: Session, origin: string): void {
    session.on('will-download', (_event, item, page) => {
      if (!isAppUrl(item.getURL(), origin)) return
      item.once('done', (_doneEvent, state) => {
        if (state !== 'completed') return
        const path = item.getSavePath()
        const name = basename(path)
        this.#paths.set(name, path)
        if (!page.isDestroyed()) page.send(channels.saved, name)
      })
    })
  }

  /** Shows the file in the file manager. Throws with a message for people when it is not there. */
  show(shell: Pick<Shell, 'showItemInFolder'>, name: unknown): void {
    const path = typeof name === 'string' ? this.#paths.get(name) : undefined
    if (path === undefined) throw new Error('Only a file that was saved since the start can be shown.')
    showFile(shell, path)
  }
}
