import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Job } from '#shared/jobs.ts'
import type { Bomb } from './bombs.ts'
import { memoryOfTree } from './process-tree.ts'

const program = join(import.meta.dirname, '../cli/vitrine.mjs')
const lookEveryMs = 10
const lookAgainMs = 25

export interface SentFile {
  readonly job: Job
  readonly peakMb: number
}

export async function startProgram(folder: string) {
  const run = (...args: string[]) =>
    spawn(process.execPath, [program, ...args, '--json', '--data', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const said = async (child: ReturnType<typeof run>): Promise<Record<string, string>> => {
    for await (const line of createInterface(child.stdout)) return JSON.parse(line)
    throw new Error('The program has said nothing.')
  }
  const done = async (...args: string[]) => {
    const child = run(...args)
    const [answer] = await Promise.all([said(child), once(child, 'exit')])
    return answer
  }
  await done('workspace', 'create', 'Bombs')
  const { key } = await done('key', 'create', '--workspace', 'Bombs')
  const server = run('serve', '--port', '0')
  const { base_url: base } = await said(server)
  const call = async (path: string, options: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...options.headers }
    return (await fetch(base + path, { ...options, headers })).json() as Promise<{ data: never }>
  }
  for (const entity_type of ['product', 'source']) {
    const name = { name: 'Name', entity_type, data_type: 'single_line_text_field', is_primary: true }
    const headers = { 'content-type': 'application/json' }
    await call('/attributes', { method: 'POST', headers, body: JSON.stringify(name) })
  }

  async function ended(id: string): Promise<Job> {
    for (;;) {
      const { data: job }: { data: Job } = await call(`/jobs/${id}`)
      if (job.completed_at !== null) return job
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
  }

  return {
    async send(
      to: 'imports' | 'sources',
      { extension, make }: Pick<Bomb, 'extension' | 'make'>,
    ): Promise<SentFile> {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(make())]), `file${extension}`)
      if (to === 'imports') form.set('type', 'product')
      let peakMb = 0
      const looking = setInterval(() => {
        peakMb = Math.max(peakMb, memoryOfTree(server.pid ?? 0))
      }, lookEveryMs)
      try {
        const { data }: { data: Job } = await call(`/${to}`, { method: 'POST', body: form })
        return { job: await ended(data.id), peakMb }
      } finally {
        clearInterval(looking)
      }
    },
    async end(): Promise<void> {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}
