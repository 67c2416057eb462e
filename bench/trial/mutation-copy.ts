import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Mutation } from './mutations.ts'
import { occurrences } from './rules.ts'

const run = promisify(execFile)
const checkout = join(import.meta.dirname, '../..')

/** A copy of the checkout as it is, uncommitted changes included, in which code may be broken. */
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
      // A file that is deleted and not yet committed is listed all the same.
      await copyFile(join(checkout, file), join(folder, file)).catch(ignoreMissing)
    }
    const { workspaces } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
      workspaces: string[]
    }
    for (const part of ['', ...workspaces]) await linkPackages(folder, join(part, 'node_modules'))
    return new MutationCopy(folder)
  }

  /** Breaks the code and gives what mends it, or nothing where the text to break has gone. */
  break({ file, find, replace }: Mutation): (() => void) | undefined {
    const path = join(this.folder, file)
    const original = readFileSync(path, 'utf8')
    if (occurrences(original, find) !== 1) return undefined
    writeFileSync(
      path,
      original.replace(find, () => replace),
    )
    return () => writeFileSync(path, original)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Links every package, but not the folder of them: what tests keep in its caches (bundled threads) is made of the broken code. */
async function linkPackages(folder: string, packages: string): Promise<void> {
  const names = await readdir(join(checkout, packages)).catch(() => [])
  await mkdir(join(folder, packages), { recursive: true })
  for (const name of names.filter((each) => !each.startsWith('.')))
    await symlink(join(checkout, packages, name), join(folder, packages, name), 'junction')
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
