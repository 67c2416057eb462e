import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import { rescueWorkspace } from '../threads/idle-thread.ts'
import { freeFile, makeFolder } from './file-places.ts'
import type { Workspaces } from './registry.ts'

/**
 * Makes a workspace of what is known in a file that is not opened as it is, by somebody's choice: a new file in the data folder, from
 * which all else is left out. Throws WorkspaceFileError.
 */
export async function openRescued(workspaces: Workspaces, dataDir: string, path: string): Promise<Workspace> {
  const folder = join(dataDir, 'workspaces')
  makeFolder(folder)
  // What a kill leaves of it goes with the next start, as what is left of packages does.
  const part = join(folder, `${randomUUID()}.unpacked`)
  await rescueWorkspace(resolve(path), part)
  const file = freeFile(folder, basename(path, extname(path)))
  renameSync(part, file)
  return workspaces.openFile(file)
}
