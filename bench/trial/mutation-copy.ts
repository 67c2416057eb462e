import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { listSources } from '../../server/testing/folder-circles.ts'
import { recordRuns } from './record-runs.ts'

const run = promisify(execFile)
const checkout = join(import.meta.dirname, '../..')

export class MutationCopy implements AsyncDisposable {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<MutationCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-mutation-'))
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const { stdout } = await run('git', list, { cwd: checkout, maxBuffer: 64 * 1024 * 1024 })
    for (const file of stdout.split('\0').filter((name) => name !== '')) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      // A file that is deleted but not yet committed is listed all the same.
      await copyFile(join(checkout, file), join(folder, file)).catch(ignoreMissing)
    }
    const { workspaces } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
      workspaces: string[]
    }
    for (const part of ['', ...workspaces]) await linkPackages(folder, join(part, 'node_modules'))
    return new MutationCopy(folder)
  }

  /**
   * The file into which recorded sources write which of their units ran. It lies next to the copy, since
   * tests look at the files of the copy.
   */
  get runLog(): string {
    return `${this.folder}-runs`
  }

  listSources(): string[] {
    return ['server', 'shared']
      .flatMap((folder) => listSources(join(this.folder, folder)))
      .map((path) => relative(this.folder, path).split(sep).join('/'))
      .filter((file) => !/(^|\/)(testing|judges|conformance|rules)\//.test(file))
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8')
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  /** Makes all sources record which of their units run; returns the original texts. */
  recordSources(): ReadonlyMap<string, string> {
    const sources = new Map(this.listSources().map((file) => [file, this.read(file)]))
    for (const [file, source] of sources) this.write(file, recordRuns(file, source, this.runLog))
    return sources
  }

  takeRuns(): Set<string> {
    const log = existsSync(this.runLog) ? readFileSync(this.runLog, 'utf8') : ''
    rmSync(this.runLog, { force: true })
    return new Set(log.split('\n').filter(Boolean))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
    rmSync(this.runLog, { force: true })
  }
}

/**
 * Links every package, but not their folder: caches that tests keep in it (bundled threads) are made of
 * the broken code.
 */
async function linkPackages(folder: string, packages: string): Promise<void> {
  const names = await readdir(join(checkout, packages)).catch(() => [])
  await mkdir(join(folder, packages), { recursive: true })
  for (const name of names.filter((each) => !each.startsWith('.')))
    await symlink(join(checkout, packages, name), join(folder, packages, name), 'junction')
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
