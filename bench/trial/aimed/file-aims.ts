/** Kills in the middle of work on whole files: a restore, the migration of an old file, a move, a package that is opened. */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import type { PackageOpening } from '#shared/app-surface.ts'
import { hasRqlite, startRqlite } from '../../../server/testing/rqlite-nodes.ts'
import type { Aim } from './aim.ts'
import { products, type Stage } from './stage.ts'

interface WorkspaceList {
  readonly data: readonly { readonly id: string; readonly name: string; readonly file: string }[]
}

/**
 * Restores a workspace from a backup: afterwards it is as before or as the backup, and later writes are in
 * a backup of its own.
 */
const restore: Aim = {
  name: 'restore',
  writes: false,
  async begin(stage) {
    const workspace = `/app/v1/workspaces/${stage.workspaceId}` as const
    await stage.setMark()
    const { data } = await stage.ask<{ data: { id: string } }>('POST', `${workspace}/backups`)
    const backedUp = stage.acknowledged
    await stage.setMark()
    const written = stage.acknowledged
    const ended = stage.ask('POST', `${workspace}/backups/${data.id}/restore`)
    return {
      ended,
      settle: async () => {
        const mark = await stage.readMark()
        if (mark !== backedUp && mark !== written)
          throw new Error(`The workspace holds ${mark}, neither ${backedUp} of the backup nor ${written}.`)
        await assertProducts(stage)
        const backups = await stage.ask<{ data: { id: string }[] }>('GET', `${workspace}/backups`)
        if (mark === backedUp && !backups.data.some(({ id }) => id > data.id && id.endsWith('-restore')))
          throw new Error(`What was written since is in no backup: ${JSON.stringify(backups.data)}`)
        const wasCutOff = mark === written
        stage.acknowledged = mark
        // Makes room for the backup of the next restore.
        for (const { id } of backups.data) await stage.ask('DELETE', `${workspace}/backups/${id}`)
        return wasCutOff
      },
    }
  },
}

const oldVersion = 20
const oldEntities = 150_000

function writeOldFile(file: string): void {
  const folder = new URL('../../../server/store/file/migrations/fixtures/', import.meta.url)
  const dump = readFileSync(new URL(`00${oldVersion}.sql`, folder), 'utf8')
  const sqlite = new BetterSqlite3(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec(dump)
  sqlite.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < ${999 + oldEntities})
     INSERT INTO entity SELECT i, printf('018f0000-0000-7000-8000-%012x', i), 0, NULL, 'S-' || i, 1700000000000 + i, 1700000000000 + i,
       json_object('sku', 'S-' || i) FROM n;
     INSERT INTO value_1 SELECT id, lower(label) FROM entity WHERE id >= 1000;
     UPDATE type_count SET total = (SELECT count(*) FROM entity WHERE entity.type = type_count.type);`,
  )
  sqlite.close()
}

/** An old file is brought to the version of the program: afterwards it is as it was or whole in the new version, and opens. */
const migration: Aim = {
  name: 'migration',
  writes: true,
  async begin(stage) {
    const file = join(stage.path, `old-${stage.nextSerial()}.vitrine`)
    writeOldFile(file)
    const open = () => stage.ask<{ data: { id: string } }>('POST', '/app/v1/workspaces/open', { file })
    return {
      ended: open(),
      settle: async () => {
        const version = versionOf(file)
        const { data } = await open()
        const path = '/api/v1/products?limit=1' as const
        const { pagination } = await stage.ask<{ pagination: { total: number } }>(
          'GET',
          path,
          undefined,
          data.id,
        )
        if (pagination.total < oldEntities)
          throw new Error(`${pagination.total} of ${oldEntities} old products are there.`)
        return version === oldVersion
      },
    }
  },
}

function versionOf(file: string): unknown {
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    return sqlite.pragma('user_version', { simple: true })
  } finally {
    sqlite.close()
  }
}

/**
 * A package becomes a workspace: afterwards there is a whole one or none, and the sender learns that it
 * was not finished.
 */
const opening: Aim = {
  name: 'opening of a package',
  writes: true,
  async begin(stage) {
    const file = join(stage.path, 'opened.zip')
    if (!existsSync(file)) {
      const body = { file }
      const path = `/app/v1/workspaces/${stage.workspaceId}/package` as const
      const { data } = await stage.ask<{ data: { id: string } }>('POST', path, body)
      await stage.completed(data.id)
    }
    const name = `Opened ${stage.nextSerial()}`
    const begun = await stage.ask<{ data: PackageOpening }>('POST', '/app/v1/workspaces/open-package', {
      file,
      name,
    })
    const state = async () => {
      const { data } = await stage.ask<{ data: PackageOpening[] }>('GET', '/app/v1/package-openings')
      return data.find(({ id }) => id === begun.data.id)
    }
    const ended = async () => {
      while ((await state())?.status === 'running') await sleep(20)
    }
    return {
      ended: ended(),
      share: async () => {
        const { status, progress } = (await state()) ?? begun.data
        if (status !== 'running') return 1
        return progress.total === 0 ? 0 : progress.current / progress.total
      },
      settle: async () => {
        const opening = await state()
        const { data } = await stage.ask<WorkspaceList>('GET', '/app/v1/workspaces')
        const made = data.find((workspace) => workspace.name === name)
        if (opening?.status === 'failed' && !opening.error?.message.includes('ended while'))
          throw new Error(`The opening failed: ${JSON.stringify(opening)}`)
        if (!made) {
          if (opening?.status !== 'failed')
            throw new Error(`No workspace, and the opening is told as ${opening?.status}.`)
          return true
        }
        await assertProducts(stage, made.id)
        return false
      },
    }
  },
}

const folderMove: Aim = {
  name: 'move of the folder',
  writes: true,
  begin(stage) {
    const moved = join(stage.path, `moved-${stage.nextSerial()}`)
    const { size } = statSync(join(stage.dataDir, 'vitrine.db'))
    return Promise.resolve({
      ended: sleep(400),
      between: () => {
        renameSync(stage.dataDir, moved)
        stage.dataDir = moved
      },
      settle: async () => {
        if (size === 0) throw new Error('vitrine.db was empty before the move.')
        await assertProducts(stage)
        const { data } = await stage.ask<WorkspaceList>('GET', '/app/v1/workspaces')
        const strays = data.filter(({ id, file }) => id === stage.workspaceId && !file.startsWith(moved))
        if (stage.dataDir === moved && strays.length > 0)
          throw new Error(`Still where it was: ${strays.map(({ file }) => file).join(', ')}`)
        return stage.dataDir === moved
      },
    })
  },
}

/**
 * Moves a workspace from its file to a cluster: afterwards it is where the file of clusters says, with
 * everything, and it moves back.
 */
const clusterMove: Aim = {
  name: 'move to a cluster',
  writes: true,
  async begin(stage) {
    const file = join(stage.path, 'cluster.json')
    writeFileSync(file, '{"databases": {}}')
    const cluster = await startRqlite()
    const nodes = [cluster.nodes[0]?.address ?? '']
    await stage.restart(['--cluster', file])
    const move = (to: readonly string[]) =>
      stage.ask('POST', `/app/v1/workspaces/${stage.workspaceId}/move`, { nodes: to })
    const isThere = () => readFileSync(file, 'utf8').includes(nodes[0] ?? '')
    return {
      ended: move(nodes),
      settle: async () => {
        const wasCutOff = !isThere()
        await assertProducts(stage)
        if (!isThere()) await move(nodes)
        await assertProducts(stage)
        await move([])
        await assertProducts(stage)
        await stage.restart([])
        await cluster[Symbol.asyncDispose]()
        return wasCutOff
      },
    }
  },
}

async function assertProducts(stage: Stage, workspaceId = stage.workspaceId): Promise<void> {
  const path = '/api/v1/products?limit=1' as const
  const { pagination } = await stage.ask<{ pagination: { total: number } }>(
    'GET',
    path,
    undefined,
    workspaceId,
  )
  if (pagination.total !== products)
    throw new Error(`${pagination.total} products are there instead of ${products}.`)
}

export const fileAims: readonly Aim[] = [
  restore,
  migration,
  opening,
  folderMove,
  ...(hasRqlite() ? [clusterMove] : []),
]
