import { expect, test } from 'vitest'
import { cheapPasswords } from '../../testing/team-server.ts'
import { Passwords } from './passwords.ts'

test('a password is kept as scrypt of N=2^17, r=8, p=1 with a salt of its own [ACCOUNT-13]', async () => {
  const passwords = new Passwords()
  const stored = await passwords.hash('quiet harbour seventeen lamps')
  expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/)
  expect(await passwords.matches('quiet harbour seventeen lamps', stored)).toBe(true)
})

test('the same letters typed in another way are the same password; another one, and none at all, is not [ACCOUNT-13]', async () => {
  const passwords = new Passwords(cheapPasswords)
  const stored = await passwords.hash('Caf\u00e9 under the elms')
  expect(await passwords.hash('Caf\u00e9 under the elms')).not.toBe(stored)
  expect(await passwords.matches('Cafe\u0301 under the elms', stored)).toBe(true)
  expect(await passwords.matches('Cafe under the elms', stored)).toBe(false)
  expect(await passwords.matches('', null)).toBe(false)
  expect(await new Passwords({ ...cheapPasswords, N: 2 }).matches('Caf\u00e9 under the elms', stored)).toBe(
    true,
  )
})

test('two are hashed at once, sixty-four wait, and those beyond are told to come again [ACCOUNT-14]', async () => {
  const passwords = new Passwords(cheapPasswords)
  const all = Array.from({ length: 70 }, () => passwords.hash('x'))
  const settled = await Promise.allSettled(all)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(66)
  const refused = settled.find((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 })
  await passwords.hash('x')
})

test('where there is no account a hash is made all the same, and takes its place in the queue [ACCOUNT-03]', async () => {
  const passwords = new Passwords(cheapPasswords)
  const all = Array.from({ length: 70 }, (_, index) =>
    passwords.matches('x', index % 2 === 0 ? undefined : null),
  )
  const settled = await Promise.allSettled(all)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(4)
})
