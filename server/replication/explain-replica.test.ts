import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runVitrine } from '../testing/command-line.ts'
import { sshUser, startS3Server, startSftpServer, startWebOrigin } from '../testing/place-servers.ts'
import { explainReplica } from './explain-replica.ts'
import { parseReplicaAddress } from './replica-address.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-refused-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'KEYOFTHETEST')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret-of-the-test')
})
afterEach(() => vi.unstubAllEnvs())

/** The message of a restore from an address that cannot be used; it leaves no folder. */
async function refusalOf(from: string): Promise<string> {
  const dataDir = join(folder, 'restored')
  const { code, stderr } = await runVitrine(['restore', '--from', from, '--data', dataDir])
  expect([code, existsSync(dataDir)]).toEqual([1, false])
  return stderr.trim()
}

test.each([
  [403, 'InvalidAccessKeyId', '', 'the key was refused, since the store does not know it. Set AWS_ACCESS'],
  [403, 'SignatureDoesNotMatch', '', 'the key was refused, since its secret is another one. Set AWS_SECRET'],
  [403, 'AccessDenied', '', 'the key was refused, since it may not read this bucket. Let the key list'],
  [403, 'ExpiredToken', '', 'the key was refused, since its session has ended. Set'],
  [403, 'RequestTimeTooSkewed', '', 'since the clock of this computer is wrong. Set the clock'],
  [301, 'PermanentRedirect', '', 'the bucket is in another region. Write region=eu-central-1 behind'],
  [
    400,
    'AuthorizationHeaderMalformed',
    "the region 'us-east-1' is wrong; expecting 'eu-central-1'",
    'the bucket is in another region. Write region=eu-central-1 behind',
  ],
  [404, 'NoSuchBucket', '', 'there is no such bucket. Check the name'],
])('[REPLICA-10] a store that answers %d %s is told with the remedy', async (status, code, text, words) => {
  await using store = await startWebOrigin()
  store.answer((_request, response) => {
    response.writeHead(status, { 'x-amz-bucket-region': 'eu-central-1' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${text}</Message></Error>`)
  })
  const said = await refusalOf(`s3://shop/team?endpoint=${store.url.slice(0, -1)}&region=us-east-1`)
  expect(said).toContain(`The replica s3://shop/team could not be read: `)
  expect(said).toContain(words)
  expect(said).not.toContain('no replica')
  expect(said).not.toContain('a-secret-of-the-test')
})

test('[REPLICA-10] a real store: a wrong secret, a wrong bucket, and a right one without a replica', async () => {
  const directory = join(folder, 's3')
  mkdirSync(directory)
  await using store = await startS3Server(directory)
  const at = (bucket: string) =>
    `s3://${bucket}/team?endpoint=${store.endpoint.slice(0, -1)}&region=us-east-1`
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  expect(await refusalOf(at(store.bucket))).toContain('since its secret is another one')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  expect(await refusalOf(at('another'))).toContain('there is no such bucket')
  expect(await refusalOf(at(store.bucket))).toContain('There is no replica at s3://catalog-files/team')
})

test('[REPLICA-10] an endpoint at which nobody listens is told', async () => {
  const said = await refusalOf('s3://shop/team?endpoint=http://127.0.0.1:1&region=us-east-1')
  expect(said).toContain('nobody answers at its endpoint. Check endpoint=')
})

test('[REPLICA-10] SFTP: a wrong password, a folder that is not there, a host key that has changed', async () => {
  await using host = await startSftpServer()
  const at = (fingerprint: string) =>
    `sftp://${sshUser.name}@127.0.0.1:${host.port}${folder}/none?host-key=${fingerprint}`
  vi.stubEnv('VITRINE_REPLICA_PASSWORD', 'wrong horse')
  expect(await refusalOf(at(host.fingerprint))).toContain(
    'the password or key was refused. Set VITRINE_REPLICA',
  )
  vi.stubEnv('VITRINE_REPLICA_PASSWORD', sshUser.password)
  expect(await refusalOf(at(host.fingerprint))).toContain('There is no replica at sftp://')

  const before = host.attempts.length
  const changed = await refusalOf(at(`SHA256:${'A'.repeat(43)}`))
  expect(changed).toContain(`shows the host key ${host.fingerprint}, not SHA256:AAA`)
  expect(changed).toContain('write it behind host-key=')
  expect(host.attempts.length).toBe(before)
})

test('[REPLICA-10] a file in the place of the folder, and what a folder says that may not be read', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await refusalOf(`file://${file}/replica`)).toContain('a file is in the place of a folder')
  const said = 'cannot list generations: open /replica/generations: permission denied'
  expect(explainReplica(parseReplicaAddress('file:///replica'), said)).toContain('the folder may not be read')
})

// The user root may read any folder.
test.skipIf(process.getuid?.() === 0)('[REPLICA-10] a closed folder is told', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0)
  expect(await refusalOf(`file://${closed}/replica`)).toContain('the folder may not be read. Let the user')
})

test('[REPLICA-06] a host key is 43 characters behind its name, and nothing else stands there', () => {
  const key = `SHA256:${'a+/'.repeat(14)}b`
  expect(parseReplicaAddress(`sftp://ann@h/r?host-key=${key}`)).toMatchObject({ hostKey: key })
  expect(() => parseReplicaAddress('sftp://ann@h/r?host-key=MD5:12')).toThrow('43 characters')
  expect(() => parseReplicaAddress('sftp://ann@h/r?region=x')).toThrow('takes host-key')
})
