import { rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Workspace } from '#shared/app-surface.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { conflict, validationFailed } from '../../catalog/errors.ts'
import { isFileThere } from '../../catalog/storage-fault.ts'
import type { MovePlan } from '../../catalog/connections/cluster-seam.ts'
import {
  ClusterFileError,
  type ClusterMap,
  type DatabaseCluster,
  type NodesByDatabase,
  readClusterFile,
} from './cluster-file.ts'
import { placementText } from './placement.ts'
import { type FileFormat, workspaceFormat } from '../../store/file/migrate.ts'

export interface MoveOrder {
  readonly cluster: DatabaseCluster | undefined
  readonly clusterFile: string
  readonly nextClusterFile: string
}

/**
 * Writes the planned file of clusters next to the present one. Rejects with validation_failed or conflict.
 */
export async function planMove(
  map: ClusterMap,
  workspace: Workspace,
  nodes: readonly string[],
): Promise<MovePlan> {
  const database = checkMove(map, workspace, nodes)
  isFileThere(map.file)
  const document = JSON.parse(await readFile(map.file, 'utf8'))
  delete document.databases[database]
  if (nodes.length > 0) document.databases[database] = { nodes }
  const next = `${map.file}.next`
  await writeFile(next, `${JSON.stringify(document, undefined, 2)}\n`, { mode: 0o600 })
  try {
    await readClusterFile(next)
    const { [database]: _, ...others } = map.nodesByDatabase()
    const planned = map.with(nodes.length === 0 ? others : { ...others, [database]: nodes })
    const order = { cluster: planned.ofWorkspace(workspace), clusterFile: map.file, nextClusterFile: next }
    const note = (now: ClusterMap, moving: NodesByDatabase) =>
      map.store?.write(placementText(now.nodesByDatabase(), moving))
    return {
      database,
      order,
      databases: planned,
      begin: async () => note(map, { [database]: nodes }),
      settle: async (isMoved) => note(isMoved ? planned : map, {}),
      discard: () => rmSync(next, { force: true }),
    }
  } catch (error) {
    await rm(next, { force: true })
    if (!(error instanceof ClusterFileError)) throw error
    throw validationFailed([{ field: 'nodes', ...issueSentence(error.message) }])
  }
}

/** The name of the database that moves. Throws conflict where it cannot. */
function checkMove(map: ClusterMap, workspace: Workspace, nodes: readonly string[]): string {
  const from = map.ofWorkspace(workspace)
  if (!from && nodes.length === 0) throw conflict(`"${workspace.name}" lives in its file already.`)
  if (nodes.length === 0 && map.ofRegistry())
    throw conflict(
      'Several servers may share this catalog, and a workspace in a file would be on one of them only. Name nodes of a cluster.',
    )
  return from?.database ?? workspace.name
}

export type FormatName = 'workspace' | 'registry'

/** The format by its name; that of vitrine.db is loaded where one is in a cluster only. */
export async function formatOf(name: FormatName = 'workspace'): Promise<FileFormat> {
  if (name === 'workspace') return workspaceFormat
  const { registryFormat } = await import('../../registry/registry-format.ts')
  return registryFormat
}
