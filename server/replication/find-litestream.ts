import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface LitestreamProgram {
  readonly path: string
  readonly version: string
}

export interface LitestreamPaths {
  readonly onPath: string | undefined
  readonly bundled: string | undefined
}

/**
 * Returns the newer of npm's installed program and the one on the PATH. Rejects with the remedy where
 * there is none.
 */
export async function findLitestream(
  places: LitestreamPaths = placesOfThisComputer(),
): Promise<LitestreamProgram> {
  const [bundled, onPath] = await Promise.all([programAt(places.bundled), programAt(places.onPath)])
  const [best] = [bundled, onPath]
    .filter((program): program is LitestreamProgram => program !== undefined && isKnown(program))
    .sort((left, right) => compareVersions(right.version, left.version))
  if (best) return best
  const found = onPath ? ` The Litestream ${onPath.version} on the PATH keeps replicas in another form.` : ''
  throw new Error(
    `Litestream was not found, which replication is made by.${found} Install Litestream 0.3.13 or a later 0.3 and put it on the PATH.`,
  )
}

/** 0.5 writes replicas that 0.3 does not read, and is configured otherwise. */
function isKnown({ version }: LitestreamProgram): boolean {
  return version.startsWith('0.3.') && compareVersions(version, '0.3.13') >= 0
}

function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

async function programAt(path: string | undefined): Promise<LitestreamProgram | undefined> {
  if (path === undefined) return undefined
  const printed = await promisify(execFile)(path, ['version'], { timeout: 10_000 }).catch(() => undefined)
  const version = /\d+\.\d+\.\d+/.exec(printed?.stdout ?? '')?.[0]
  return version === undefined ? undefined : { path, version }
}

function placesOfThisComputer(): LitestreamPaths {
  return { onPath: onPath(process.env['PATH'] ?? ''), bundled: bundled() }
}

function onPath(folders: string): string | undefined {
  const name = process.platform === 'win32' ? 'litestream.exe' : 'litestream'
  return folders
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram)
}

/** The program of the package for this system. npm has one for Linux on x64 alone: elsewhere Litestream is on the PATH. */
function bundled(): string | undefined {
  try {
    const manifest = `@flydotio/litestream-${process.platform}-${process.arch}/package.json`
    return join(dirname(createRequire(import.meta.url).resolve(manifest)), 'litestream')
  } catch {
    return undefined
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
