import { expect, test } from 'vitest'
import { reachedServer } from '../testing/reached-server.ts'

test('[TEAM-13] links of a server with a certificate of its own making name it, others do not', async () => {
  await using own = await reachedServer(false, { certificate: 'd'.repeat(43) })
  expect(await own.server.firstOwnerUrl()).toMatch(
    /^https:\/\/catalog\.example\/#first-owner=[\w-]+&certificate=d{43}$/,
  )
  await using other = await reachedServer(false)
  expect(await other.server.firstOwnerUrl()).not.toContain('certificate')
})
