/**
 * Marks by which files of listed workspaces are recognised: another file under such a name is a file from
 * elsewhere.
 */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SetAside } from '#shared/schemas/app-surface.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'

/** A mark of no file: the file that is opened next under the id comes from elsewhere. */
const foreign = 'foreign'

interface WorkspaceLocation {
  readonly id: string
  readonly file: string
}

/**
 * Knows which files of workspaces come from elsewhere, and what was switched off in them. The marks are
 * not in the list: servers that share one have files of their own.
 */
export class ForeignFiles {
  readonly #path: string
  readonly #folder: string | undefined
  readonly #marks: Map<string, string>
  readonly #setAside = new Map<string, SetAside>()

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'known-files.json')
    this.#folder = markOf(dataFolder)
    this.#marks = readMarks(this.#path, this.#folder)
  }

  /**
   * Whether the file comes from elsewhere. One without a mark is trusted: an earlier version, or a server
   * that shares the list, has added it.
   */
  isForeign({ id, file }: WorkspaceLocation, { isInCluster }: { readonly isInCluster: boolean }): boolean {
    const known = this.#marks.get(id)
    return isInCluster ? known === foreign : known !== undefined && known !== markOf(file)
  }

  expectForeign(id: string): void {
    this.#set(id, foreign)
  }

  /**
   * Takes an opened file over: in one from elsewhere everything that runs by itself is switched off first.
   */
  async own(workspace: WorkspaceLocation, threads: WorkspaceThreads, { isForeign = false }): Promise<void> {
    const { id, file } = workspace
    if (isForeign) this.noteSetAside(id, await threads.call('takeOverWorkspace', {}))
    const mark = markOf(file)
    if (mark !== undefined && this.#marks.get(id) !== mark) this.#set(id, mark)
  }

  noteSetAside(id: string, setAside: SetAside): void {
    if (setAside.jobs + setAside.auto_generated > 0) this.#setAside.set(id, setAside)
  }

  setAsideOf(id: string): SetAside | null {
    return this.#setAside.get(id) ?? null
  }

  forgetSetAside(id: string): void {
    this.#setAside.delete(id)
  }

  /** Forgets the mark of a workspace's file, because another trusted file replaces it. */
  forget(id: string): void {
    if (this.#marks.delete(id)) this.#store()
  }

  #set(id: string, mark: string): void {
    this.#marks.set(id, mark)
    this.#store()
  }

  #store(): void {
    const next = `${this.#path}.next`
    writeFileSync(next, JSON.stringify({ folder: this.#folder, files: Object.fromEntries(this.#marks) }), {
      mode: 0o600,
    })
    renameSync(next, this.#path)
  }
}

/**
 * A copy has another birth time. Windows gives a new file the birth time of a deleted one with the same
 * name, and not every file system stores it.
 */
function markOf(file: string): string | undefined {
  let stat
  try {
    stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    // Opening the file will explain the fault.
  }
  if (!stat) return undefined
  const { birthtimeNs: birth, ino } = stat
  return process.platform === 'linux' && birth > 0n ? String(birth) : `${birth} ${ino}`
}

interface StoredMarks {
  readonly folder?: string
  readonly files?: Readonly<Record<string, string>>
}

function readMarks(path: string, own: string | undefined): Map<string, string> {
  const { folder, files = {} } = readStored(path)
  const marks = Object.entries(files)
  // Files of a folder that was copied or restored as a whole are trusted, as its list says.
  return new Map(folder === own ? marks : marks.filter(([, mark]) => mark === foreign))
}

/** Nothing is known without the file, as in earlier versions, or where a full disk has cut it off. */
function readStored(path: string): StoredMarks {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
