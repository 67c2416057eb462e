import { basename, join, extname, resolve } from 'node:path'
import type { Session, Shell } from 'electron'
import { ipcChannels } from './channels.ts'
import { isAppUrl } from './security.ts'
import { membersOf } from './desktop-settings.ts'
import { existsSync } from 'node:fs'
import type { RunningServer } from '#server'
import type { CustomFile } from '#shared/desktop-bridge.ts'
import type { Electron } from './electron.ts'

/** The files that pages have saved in this run; pages know them and show them by name only. */
export class SavedFiles {
  readonly #paths = new Map<string, string>()

  trackDownloads(session: Session, origin: string): void {
    session.on('will-download', (_event, item, page) => {
      if (!isAppUrl(item.getURL(), origin)) return
      item.once('done', (_doneEvent, state) => {
        if (state !== 'completed') return
        const path = item.getSavePath()
        const name = basename(path)
        this.#paths.set(name, path)
        if (!page.isDestroyed()) page.send(ipcChannels.saved, name)
      })
    })
  }

  show(shell: Pick<Shell, 'showItemInFolder'>, name: unknown): void {
    const path = typeof name === 'string' ? this.#paths.get(name) : undefined
    if (path === undefined) throw new Error('Only a file that was saved since the start can be shown.')
    showFile(shell, path)
  }
}

/**
 * Shows a workspace file or one of its backups in the file manager. Rejects with a user-facing message
 * when it is missing.
 */
export async function showInFolder(
  { shell }: Pick<Electron, 'shell'>,
  server: Pick<RunningServer, 'dataDir' | 'workspaces'>,
  { workspaceId, backupId }: CustomFile,
): Promise<void> {
  const workspace = (await server.workspaces()).find(({ id }) => id === workspaceId)
  if (!workspace) throw new Error('There is no such workspace any more.')
  const file =
    backupId === undefined
      ? workspace.file
      : join(server.dataDir, 'backups', workspace.id, `${backupId}${workspaceExtension}`)
  showFile(shell, file)
}

function showFile(shell: Pick<Shell, 'showItemInFolder'>, file: string): void {
  if (!existsSync(file)) throw new Error(`${file} is not there any more.`)
  shell.showItemInFolder(file)
}

/** Parses the ids of a workspace and backup from a page; throws if they could lead to another folder. */
export function parseWorkspaceFileId(input: unknown): CustomFile {
  const { workspaceId, backupId } = membersOf(input)
  const isBackup = typeof backupId === 'string' && isPlainName(backupId)
  if (typeof workspaceId !== 'string' || (backupId !== undefined && !isBackup))
    throw new Error('Only a workspace or one of its backups can be shown.')
  return { workspaceId, ...(isBackup && { backupId }) }
}

function isPlainName(name: string): boolean {
  return name !== '' && !/[/\\\0]/.test(name) && basename(name) === name
}

export const workspaceExtension = '.vitrine'

/**
 * Returns the absolute path of the workspace file in a command line; undefined without one. Switches are
 * skipped.
 */
export function workspaceFileFrom(argv: readonly string[], workingDirectory: string): string | undefined {
  const file = argv.slice(1).find((argument) => !argument.startsWith('-') && isWorkspaceFile(argument))
  return file && resolve(workingDirectory, file)
}

/** Checks only the extension; opening the file checks its content. */
export function isWorkspaceFile(file: string): boolean {
  return extname(file).toLowerCase() === workspaceExtension
}

/** Returns the file that a second instance passes on as data, since its argv may be reordered. */
export function fileFromSecondInstance(additionalData: unknown): string | undefined {
  const { file } = membersOf(additionalData)
  return typeof file === 'string' && isWorkspaceFile(file) ? file : undefined
}

/** Queues files that arrive before the app can open them, and opens later ones at once. */
export class FileQueue {
  readonly #waiting: string[] = []
  #open: ((file: string) => void) | undefined

  add(file: string): void {
    if (this.#open) this.#open(file)
    else this.#waiting.push(file)
  }

  /** Returns the queued files; from now on `open` is called with each new file. */
  startOpening(open: (file: string) => void): readonly string[] {
    this.#open = open
    return this.#waiting.splice(0)
  }
}
