import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLitestream } from './find-litestream.ts'

describe.skipIf(process.platform === 'win32')('which Litestream is run', () => {
  let folder: string
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'vitrine-litestream-'))))
  afterAll(() => rm(folder, { recursive: true }))

  const program = async (version: string) => {
    const path = join(folder, version)
    await writeFile(path, `#!/bin/sh\necho v${version}\n`)
    await chmod(path, 0o755)
    return path
  }

  test.each([
    ['0.3.13', undefined, '0.3.13'],
    ['0.3.13', '0.3.14', '0.3.14'],
    ['0.3.14', '0.3.13', '0.3.14'],
    ['0.3.13', '0.5.2', '0.3.13'],
    ['0.3.13', '0.3.9', '0.3.13'],
    [undefined, '0.3.20', '0.3.20'],
  ])('bundled %s, on the PATH %s: %s', async (bundled, onPath, chosen) => {
    const places = { bundled: bundled && (await program(bundled)), onPath: onPath && (await program(onPath)) }
    expect((await findLitestream(places)).version).toBe(chosen)
  })

  test('where there is none it says what to install', async () => {
    await expect(findLitestream({ bundled: undefined, onPath: undefined })).rejects.toThrow(
      'Install Litestream 0.3',
    )
    const places = { bundled: undefined, onPath: await program('0.5.2') }
    await expect(findLitestream(places)).rejects.toThrow('The Litestream 0.5.2 on the PATH')
  })
})
