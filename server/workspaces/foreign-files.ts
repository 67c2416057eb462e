/** By what the files of listed workspaces are known again: another file under the name of one is a file from elsewhere. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SetAside } from '#shared/schemas/app-surface.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'

/** In the place of what a file is known by: what is opened under the id next comes from elsewhere. */
const foreign = 'foreign'

interface WorkspaceLocation {
  readonly id: string
  readonly file: string
}

/**
 * Which files of workspaces come from elsewhere, and what was switched off in them. What the files are known by is not in the list:
 * servers that share one have files of their own.
 */
export class ForeignFiles {
  readonly #path: string
  readonly #folder: string | undefined
  readonly #marks: Map<string, string>
  /** What was switched off in workspaces that this run has taken over, until somebody has read it. */
  readonly #setAside = new Map<string, SetAside>()

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'known-files.json')
    this.#folder = markOf(dataFolder)
    this.#marks = readMarks(this.#path, this.#folder)
  }

  /** Whether the file comes from elsewhere. One of which nothing is known is one's own: the list has it from an earlier version or a server that shares it. */
  isForeign({ id, file }: WorkspaceLocation, { isInCluster }: { readonly isInCluster: boolean }): boolean {
    const known = this.#marks.get(id)
    return isInCluster ? known === foreign : known !== undefined && known !== markOf(file)
  }

  expectForeign(id: string): void {
    this.#set(id, foreign)
  }

  /** Makes an opened file one's own: what would go on by itself in one from elsewhere is switched off before anything does. */
  async own(workspace: WorkspaceLocation, threads: WorkspaceThreads, { isForeign = false }): Promise<void> {
    const { id, file } = workspace
    if (isForeign) this.noteSetAside(id, await threads.call('takeOverWorkspace', {}))
    const mark = markOf(file)
    if (mark !== undefined && this.#marks.get(id) !== mark) this.#set(id, mark)
  }

  /** Keeps what was switched off for whoever looks after the workspace. */
  noteSetAside(id: string, setAside: SetAside): void {
    if (setAside.jobs + setAside.auto_generated > 0) this.#setAside.set(id, setAside)
  }

  setAsideOf(id: string): SetAside | null {
    return this.#setAside.get(id) ?? null
  }

  forgetSetAside(id: string): void {
    this.#setAside.delete(id)
  }

  /** Knows nothing of the file of a workspace any more, because another one of one's own takes its place. */
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

/** A copy has another time of birth. Windows gives that of a file to another one of the same name, and not every file system keeps it. */
function markOf(file: string): string | undefined {
  let stat
  try {
    stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    // Opening it will say why it cannot be had.
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
  // The files of a folder that was copied or restored as a whole are its own, as its list says.
  return new Map(folder === own ? marks : marks.filter(([, mark]) => mark === foreign))
}

/** Nothing is known where there is no such file, as of earlier versions, or one that was cut off while the disk was full. */
function readStored(path: string): StoredMarks {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
