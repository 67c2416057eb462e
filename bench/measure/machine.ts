import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import BetterSqlite3 from 'better-sqlite3'

export interface MachineFacts {
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memory_gb: number
  readonly system: string
  readonly node: string
  readonly sqlite: string
  readonly fastify: string
  readonly better_sqlite3: string
}

export function machineFacts(): MachineFacts {
  const sqlite = new BetterSqlite3(':memory:')
  const version = sqlite.prepare('SELECT sqlite_version()').pluck().get() as string
  sqlite.close()
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
    sqlite: version,
    fastify: installedVersion('fastify'),
    better_sqlite3: installedVersion('better-sqlite3'),
  }
}

export function busyNote({ cores }: MachineFacts, load: number): string {
  if (load <= 0.5) return ''
  return ` **The machine was busy with other work meanwhile (load ${load.toFixed(1)} on ${cores} cores): to be repeated on a quiet one.**`
}

function installedVersion(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
