import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// The memory of a process can be read on Linux only.
test.runIf(process.platform === 'linux')(
  'the library of the database stays in memory when the last thread has ended',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-thread-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const program = join(folder, 'program.mjs')
    writeFileSync(
      program,
      `
      import { readFileSync } from 'node:fs'
      import { openRegistryThread } from ${JSON.stringify(join(import.meta.dirname, 'idle-thread.ts'))}
      const registry = await openRegistryThread(${JSON.stringify(join(folder, 'data'))})
      await registry.close()
      process.stdout.write(readFileSync('/proc/self/maps', 'utf8'))`,
    )
    const maps = execFileSync(process.execPath, [program], { encoding: 'utf8' })
    expect(maps).toMatch(/better-sqlite3.*\.node$/m)
  },
  60_000,
)
