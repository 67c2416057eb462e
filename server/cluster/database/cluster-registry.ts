/** vitrine.db in a cluster: the same copy, batches and compare-and-set as of a workspace, for the operations of the registry. */
import { join, resolve } from 'node:path'
import { makeRegistryFolder } from '../../registry/registry.ts'
import { registryRunner } from '../../registry/registry-operations.ts'
import type { RegistryConnection } from '../../threads/roles.ts'
import { senderOf } from './cluster-writer.ts'
import type { DatabaseCluster } from './cluster-file.ts'
import type { HeldLease, LeaseRequest } from './lease.ts'
import { Link, type StartLink } from './link.ts'
import { openCopy } from './own-copy.ts'

export interface ClusterRegistryOptions {
  readonly cluster: DatabaseCluster
  readonly startLink: StartLink
  readonly wish: LeaseRequest
  readonly held: HeldLease
  readonly isReplicated?: boolean | undefined
}

const patienceMs = 10_000

/** Opens the copy of vitrine.db that lies in a data folder, or makes it. Throws WorkspaceFileError. */
export async function openClusterRegistry(
  dataFolder: string,
  { cluster, startLink, ...lease }: ClusterRegistryOptions,
): Promise<RegistryConnection> {
  const folder = resolve(dataFolder)
  const file = join(folder, 'vitrine.db')
  makeRegistryFolder(folder)
  const link = new Link(cluster, startLink)
  try {
    const backupFolder = join(folder, 'backups')
    const options = { ...lease, database: cluster.database, backupFolder, format: 'registry' } as const
    const copy = await openCopy(file, link, options)
    const sender = senderOf(copy, { file, link, patienceMs, options })
    const run = registryRunner(copy.opened, {
      onStatement: (text, params) => sender.collect(text, params),
      beforeCommit: (tx) => sender.send(tx),
    })
    return {
      run: (operation, input) => sender.settle(() => run(operation, input)),
      close() {
        copy.opened.close()
        link.close()
      },
    }
  } catch (error) {
    link.close()
    throw error
  }
}
