import { expect, test } from 'vitest'
import { publicServer } from '../testing/public-server.ts'

test('[TEAM-13] links of a server with a certificate of its own making name it, others do not', async () => {
  await using own = await publicServer(false, { certificate: 'd'.repeat(43) })
  expect(await own.server.firstOwnerUrl()).toMatch(
    /^https:\/\/catalog\.example\/#first-owner=[\w-]+&certificate=d{43}$/,
  )
  await using other = await publicServer(false)
  expect(await other.server.firstOwnerUrl()).not.toContain('certificate')
})
