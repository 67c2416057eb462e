import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { writeBundle } from './mcp-bundle.ts'

let folder: string
let files: Record<string, Uint8Array>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-mcpb-'))
  files = unzipSync(readFileSync(writeBundle(folder)))
})
afterAll(() => rmSync(folder, { recursive: true }))

const textOf = (name: string): string => strFromU8(files[name] ?? new Uint8Array())

test('the bundle has a manifest of the format, and every file that it names [surfaces.5.5]', () => {
  const manifest = JSON.parse(textOf('manifest.json'))
  expect(manifest).toMatchObject({
    manifest_version: '0.3',
    name: 'vitrine',
    version: packageJson.version,
    description: packageJson.description,
    author: { name: expect.any(String) },
    server: { type: 'node', entry_point: 'server/start.mjs' },
  })
  const { command, args, env } = manifest.server.mcp_config
  expect([command, args]).toEqual(['node', ['${__dirname}/server/start.mjs']])
  for (const value of Object.values<string>(env))
    expect(manifest.user_config).toHaveProperty(/^\$\{user_config\.(\w+)\}$/.exec(value)?.[1] ?? '?')
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([manifest.server.entry_point, manifest.icon ?? 'manifest.json']),
  )
})

test('it starts the Vitrine that is installed, with the workspace and the pipes that it was given [surfaces.5.5]', () => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const program = join(bin, 'vitrine')
  writeFileSync(program, '#!/bin/sh\necho "$@"\ncat\n')
  chmodSync(program, 0o755)
  const start = join(folder, 'start.mjs')
  writeFileSync(start, textOf('server/start.mjs'))
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [start], { input: 'ping', encoding: 'utf8', env: { HOME: folder, ...env } })
  const withPath = { PATH: `${bin}:/usr/bin:/bin` }
  expect(run({ ...withPath, VITRINE_WORKSPACE: 'My shop' }).stdout).toBe('mcp --workspace My shop\nping')
  expect(run({ ...withPath, VITRINE_WORKSPACE: '${user_config.workspace}' }).stdout).toBe('mcp\nping')
  const named = run({ PATH: '/usr/bin:/bin', VITRINE_PROGRAM: program })
  expect(named.stdout).toBe('mcp\nping')
  expect(run({ PATH: '/nowhere' })).toMatchObject({ status: 1, stderr: expect.stringContaining('not found') })
})
