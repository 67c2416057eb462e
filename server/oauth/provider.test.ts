import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadGrants } from '../access/grants.ts'
import { runHere } from '../testing/in-process-host.ts'
import { openRegistryThread } from '../threads/idle-thread.ts'
import { adapterFactory } from './provider.ts'

test('of two who use one refresh token at the same time one is refused, and the grant ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-adapter-'))
  const registry = await openRegistryThread(folder, runHere)
  const grants = await loadGrants(registry)
  const tokens = adapterFactory(grants)('RefreshToken')
  await tokens.upsert('token', { grantId: 'grant' }, 60)

  const outcomes = await Promise.allSettled([tokens.consume('token'), tokens.consume('token')])

  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { error: 'invalid_grant' } },
  ])
  expect(await tokens.find('token')).toBeUndefined()
  await registry.close()
  rmSync(folder, { recursive: true })
})

test('a code can be used up once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-adapter-'))
  const registry = await openRegistryThread(folder, runHere)
  const codes = adapterFactory(await loadGrants(registry))('AuthorizationCode')
  await codes.upsert('code', { grantId: 'grant' }, 60)
  await codes.consume('code')
  await expect(codes.consume('code')).rejects.toMatchObject({ error: 'invalid_grant' })
  expect(await codes.find('code')).toMatchObject({ consumed: expect.any(Number) as number })
  await registry.close()
  rmSync(folder, { recursive: true })
})
