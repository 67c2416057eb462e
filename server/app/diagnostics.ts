import { statfs } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { arch, release } from 'node:os'
import type { Workspace } from '#shared/app-surface.ts'
import type { Diagnostics, LogExport } from '#shared/schemas/app-surface.ts'
import type { Services } from '../edge/services.ts'
import { redactSecrets, readLogs } from '../log/server-log.ts'
import { toIso, toUtcDay } from '#shared/iso-times.ts'

const shownBytes = 64 * 1024
const shownLines = 100
const exportedBytes = 20 * 1024 * 1024

type Parts = Pick<Services, 'version' | 'address' | 'workspaces' | 'dataDir' | 'lastChecks'>

/**
 * Collects the content of the diagnostics page. Files are asked only for their size: opening a file that
 * is in use would unlock it.
 */
export async function describeProgram(parts: Parts): Promise<Diagnostics> {
  const { version, address, workspaces, dataDir } = parts
  const { formatVersion } = await import('../catalog/connections/format-version.ts')
  const log = redactSecrets(readLogs(logFolder(dataDir), shownBytes))
  return {
    version,
    node: process.versions.node,
    electron: process.versions['electron'] ?? null,
    platform: `${process.platform} ${release()} ${arch()}`,
    file_format: formatVersion(),
    started_at: toIso(Date.now() - process.uptime() * 1000),
    memory_bytes: process.memoryUsage.rss(),
    origin: address().origin,
    data_folder: dataDir,
    free_bytes: await freeBytes(dataDir),
    workspaces: workspaces.list().map((workspace) => describeFile(workspace, parts)),
    log: log.split('\n').filter(Boolean).slice(-shownLines),
  }
}

export function exportLog({ version, dataDir }: Pick<Services, 'version' | 'dataDir'>): LogExport {
  const head = `Vitrine ${version}, Node ${process.versions.node}, ${process.platform} ${release()} ${arch()}\n`
  const day = toUtcDay(Date.now())
  return {
    name: `vitrine-log-${day}.txt`,
    text: head + redactSecrets(readLogs(logFolder(dataDir), exportedBytes)),
  }
}

function describeFile({ id, name, file }: Workspace, { workspaces, lastChecks }: Parts) {
  return {
    id,
    name,
    file,
    bytes: sizeOf(file),
    journal_bytes: sizeOf(`${file}-wal`) ?? 0,
    is_open: workspaces.opened(id) !== undefined,
    last_check: lastChecks.get(id) ?? null,
  }
}

function sizeOf(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? null
  } catch {
    return null
  }
}

async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk ? disk.bavail * disk.bsize : null
}

function logFolder(dataDir: string): string {
  return join(dataDir, 'logs')
}
