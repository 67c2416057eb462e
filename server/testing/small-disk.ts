import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk extends Disposable {
  readonly folder: string
  fill(left: number): void
  makeRoom(): void
}

/** Mounts one; undefined where that is not allowed, which is everywhere but for root on Linux. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-small-disk-'))
  try {
    const options = `size=${megabytes}m,mode=700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  const makeRoom = (): void => rmSync(ballast, { force: true })
  return {
    folder,
    fill(left) {
      makeRoom()
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)))
    },
    makeRoom,
    [Symbol.dispose]() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
