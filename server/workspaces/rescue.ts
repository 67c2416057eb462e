import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import { rescueWorkspace } from '../threads/idle-thread.ts'
import { freeFile, makeFolder } from './file-places.ts'
import type { Workspaces } from './registry.ts'

/**
 * Makes a workspace from the known rows of a file that cannot be opened as it is, on request: a new file
 * in the data folder without everything else. Throws WorkspaceFileError.
 */
export async function openRescued(workspaces: Workspaces, dataDir: string, path: string): Promise<Workspace> {
  const folder = join(dataDir, 'workspaces')
  makeFolder(folder)
  // The next start removes its leftover after a kill, like those of packages.
  const part = join(folder, `${randomUUID()}.unpacked`)
  await rescueWorkspace(resolve(path), part)
  const file = freeFile(folder, basename(path, extname(path)))
  renameSync(part, file)
  return workspaces.openFile(file)
}
