import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const forceEnd = new URL('./force-end.ts', import.meta.url).href
const sqlite = import.meta.resolve('better-sqlite3')
// A statement without an end, and a process that waits for its thread, as closing a workspace does.
const program = `
  import { Worker } from 'node:worker_threads'
  import { once } from 'node:events'
  import { forceEndSoon } from ${JSON.stringify(forceEnd)}
  const endless = 'WITH RECURSIVE n (i) AS (SELECT tell() UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  const code = \`import { parentPort } from 'node:worker_threads'
    import Sqlite from ${JSON.stringify(sqlite)}
    const database = new Sqlite(':memory:')
    database.function('tell', () => { parentPort.postMessage('begun'); return 1 })
    database.prepare('\${endless}').get()\`
  const worker = new Worker(code, { eval: true })
  await once(worker, 'message')
  process.on('SIGTERM', () => {
    forceEndSoon(100)
    void worker.terminate()
  })
  console.log('begun')
`

test('a process that was told to end ends, also in the middle of a statement without an end [CLI-06]', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'exit')
  expect([code, signal]).toEqual([null, 'SIGKILL'])
})
