import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listSources } from './folder-circles.ts'
import { explainArrows, listRefusedImports } from './import-rules.ts'

const root = join(import.meta.dirname, '../..')

test('no file of the program imports what its folder is refused', () => {
  expect(listRefusedImports(root, ['server', 'renderer', 'main', 'shared'])).toEqual([])
})

const wordsOfCluster =
  /\b(?:\w*(?:HeldLease|LeaseWish|LeaseRow|BatchFeed|StepNews|Followed(?:Workspace|Copy)|CopyOperations)\w*|onSteps|sendSteps|Front|Forwarder|PeerListener|ServerGroup)\b/

test('nothing outside of server/cluster names its leases, steps, fronts and followers', () => {
  const outside = listSources(join(root, 'server')).filter(
    (file) => !/\/server\/(cluster|testing)\//.test(file),
  )
  expect(outside.length).toBeGreaterThan(400)
  expect(outside.filter((file) => wordsOfCluster.test(readFileSync(file, 'utf8')))).toEqual([])
})

function refusalsOf(file: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
  return listRefusedImports(folder, [file.split('/')[0] ?? ''])
}

describe('an import is refused, and the message says what to do', () => {
  test.each([
    ['SQLite above the store', 'server/jobs/a.ts', `import Db from 'better-sqlite3'`, 'Only server/store'],
    [
      'Drizzle in the store',
      'server/store/query/a.ts',
      `import 'drizzle-orm/sqlite-core'`,
      'server/registry',
    ],
    [
      'the store in an edge',
      'server/mcp/a.ts',
      `import type { Db } from '../store/database/a.ts'`,
      'threads',
    ],
    ['the store in a thread', 'server/threads/a.ts', `import { a } from '../store/a/b.ts'`, 'connections'],
    ['the registry in HTTP', 'server/http/routes/a.ts', `await import('../../registry/a.ts')`, 'vitrine.db'],
    ['pages in an edge', 'server/app/a.ts', `import { a } from '../fetch/a.ts'`, 'jobs'],
    ['the log in a job', 'server/jobs/a.ts', `import { a } from '../log/a.ts'`, 'log'],
    ['Fastify in access', 'server/access/a.ts', `import type { A } from 'fastify'`, 'transport'],
    ['undici in a job', 'server/jobs/links/a.ts', `import { request } from 'undici'`, 'server/fetch'],
    ['a socket in the catalog', 'server/catalog/files/a.ts', `import net from 'node:net'`, 'server/fetch'],
    ['the cluster in a thread', 'server/threads/a.ts', `await import('../cluster/serve.ts')`, 'optional'],
    [
      'the inside of the cluster in the server',
      'server/index.ts',
      `import type { A } from './cluster/database/lease.ts'`,
      'optional',
    ],
    ['the server in a folder', 'server/replication/a.ts', `import { a } from '../index.ts'`, 'on top'],
    ['the operations', 'server/catalog/notes/a.ts', `import { a } from '../operations.ts'`, 'its folder'],
    ['the app in a feature', 'renderer/quality/a.tsx', `import { a } from '../app.tsx'`, 'start the page'],
    ['the grid in a cell', 'renderer/grid/cells/a/b.tsx', `import { a } from '../../grid.tsx'`, 'composes'],
    ['a tool of tests', 'server/edge/a.ts', `import { a } from '../testing/test-server.ts'`, 'for tests'],
    ['a tool of tests in the page', 'renderer/notes/a.ts', `import '../grid/testing/a.ts'`, 'for tests'],
  ])('%s', (_name, file, text, message) => {
    const refusals = refusalsOf(file, text)
    expect(refusals).toEqual([expect.stringContaining(`${file} imports `)])
    expect(refusals[0]).toContain(message)
  })

  test.each([
    ['a test', 'server/jobs/a.test.ts', `import Db from 'better-sqlite3'`],
    ['a folder of tests', 'server/testing/a.ts', `import Db from 'better-sqlite3'`],
    ['the store', 'server/store/database/a.ts', `import Db from 'better-sqlite3'`],
    ['the first file of a thread', 'server/threads/thread.ts', `import '../store/database/keep-loaded.ts'`],
    ['the seam of a server', 'server/index.ts', `await import('./cluster/serve.ts')`],
    ['the seam of threads', 'server/thread-work.ts', `await import('./cluster/open-writer.ts')`],
    ['the command line', 'server/cli/a.ts', `import { startServer } from '../index.ts'`],
  ])('but not in %s', (_name, file, text) => {
    expect(refusalsOf(file, text)).toEqual([])
  })
})

test('an arrow against the order says which README refuses it and what to do', () => {
  expect(explainArrows('server', 'server/README.md', ['jobs → threads'])).toEqual([
    'server: jobs → threads goes against the order in server/README.md. jobs/ run in threads and read data by context.read and context.call. Put what is missing into catalog/ or JobContext.',
  ])
})
