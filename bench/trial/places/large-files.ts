import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPlace } from '../../../server/places/open-place.ts'
import type { Place, PlaceAccess, PlaceOptions } from '../../../server/places/place.ts'
import { startCuttingProxy } from '../../../server/testing/cutting-proxy.ts'
import { pollFile, type Sightings, type WholeFile } from '../../../server/testing/half-files.ts'
import { type OpenSshServer, startOpenSsh } from '../../../server/testing/openssh-server.ts'
import { startS3Server } from '../../../server/testing/place-servers.ts'
import { mountSmallDisk } from '../../../server/testing/small-disk.ts'
import { assertThat, problemOf, secondsOf } from './outcomes.ts'

const mib = 2 ** 20
const signal = new AbortController().signal

export interface FilesTrial {
  readonly folder: string
  readonly megabytes: number
}

const small: WholeFile = { size: 3 * mib, byte: 1 }

interface LargeFiles {
  readonly former: string
  readonly next: string
  readonly large: WholeFile
}

/** Makes a small file and a large one where they are not there yet. */
async function makeFiles({ folder, megabytes }: FilesTrial): Promise<LargeFiles> {
  const large = { size: megabytes * mib, byte: 2 }
  const [former, next] = [join(folder, 'former'), join(folder, 'next')]
  for (const [path, { size, byte }] of [
    [former, small],
    [next, large],
  ] as const) {
    const file = await open(path, 'w')
    for (let at = 0; at < size; at += mib) await file.write(Buffer.alloc(mib, byte))
    await file.close()
  }
  return { former, next, large }
}

async function using<Value>(
  access: PlaceAccess,
  act: (place: Place) => Promise<Value>,
  options: Partial<PlaceOptions> = {},
): Promise<Value> {
  const place = await openPlace(access, { signal, settleMs: 0, ...options })
  try {
    return await act(place)
  } finally {
    await place.close()
  }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A large file to sshd and back, cut either way, on a full disk, and with another host key. */
export async function trySftp(trial: FilesTrial): Promise<string> {
  const { folder, megabytes } = trial
  const ssh = await startOpenSsh()
  const proxy = await startCuttingProxy(ssh.port)
  const { former, next, large } = await makeFiles(trial)
  const path = join(folder, 'sftp')
  const access = sftpAccess(ssh, proxy.port, path)
  await using({ ...access, settings: { ...access.settings, path: folder } }, (place) =>
    place.put('sftp/stock.csv', former, '1'),
  )
  const reader = pollFile(join(path, 'stock.csv'), [small, large])
  proxy.cutAfter(large.size / 2, 'to server')
  assertThat(
    (await problemOf(using(access, (p) => p.put('stock.csv', next, '2')))) === 'unreachable',
    'cut put',
  )
  assertThat((await stat(join(path, 'stock.csv'))).size === small.size, 'The former file is gone.')
  const up = await secondsOf(() => using(access, (place) => place.put('stock.csv', next, '3')))
  const seen = await reader.end()
  requireWhole(seen)
  assertThat((await readdir(path)).join() === 'stock.csv', 'Part of a file was left.')
  const back = join(folder, 'back')
  proxy.cutAfter(large.size / 2, 'to client')
  assertThat(
    (await problemOf(using(access, (p) => p.fetch('stock.csv', back)))) === 'unreachable',
    'cut fetch',
  )
  assertThat(!(await readdir(folder)).includes('back'), 'Half a file was left here.')
  const down = await secondsOf(() => using(access, (place) => place.fetch('stock.csv', back)))
  assertThat((await digest(back)) === (await digest(next)), 'It came back otherwise.')
  await rm(back)
  const { fingerprint, port } = ssh
  await ssh[Symbol.asyncDispose]()
  const other = await startOpenSsh(port)
  const changed = sftpAccess({ ...other, fingerprint }, port, path)
  assertThat((await problemOf(using(changed, (p) => p.check()))) === 'host_key_changed', 'another host key')
  assertThat(!/userauth-request/.test(other.log()), 'A name was sent to a server with another key.')
  await proxy[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  return `sshd: ${megabytes} MB there in ${up} s and back in ${down} s, cut in the middle of both, another host key: ${describe(seen)}`
}

function sftpAccess(ssh: OpenSshServer, port: number, path: string): PlaceAccess<'sftp'> {
  const isPassword = ssh.password !== undefined
  return {
    kind: 'sftp',
    settings: {
      host: '127.0.0.1',
      port,
      user: ssh.user,
      path,
      auth: isPassword ? 'password' : 'key',
      move: false,
    },
    secret: ssh.password ?? ssh.privateKey,
    fingerprint: ssh.fingerprint,
    isInNetwork: false,
  }
}

/** A disk that is full for sshd, and for a folder; only root can mount one. */
export async function tryFullDisk(trial: FilesTrial): Promise<string> {
  const disk = mountSmallDisk(Math.ceil(trial.megabytes / 2))
  if (!disk) return 'full disk: left out, since only root can mount a small one'
  const ssh = await startOpenSsh()
  const { former, next } = await makeFiles(trial)
  const ofFolder: PlaceAccess<'folder'> = {
    ...sftpAccess(ssh, ssh.port, ''),
    kind: 'folder',
    settings: { path: disk.folder, move: false },
  }
  const seen: string[] = []
  for (const access of [sftpAccess(ssh, ssh.port, disk.folder), ofFolder]) {
    await using(access, (place) => place.put('stock.csv', former, '1'))
    const reader = pollFile(join(disk.folder, 'stock.csv'), [small])
    const problem = await problemOf(using(access, (place) => place.put('stock.csv', next, '2')))
    assertThat(problem === 'full', `A full disk was called ${problem}.`)
    const sightings = await reader.end()
    requireWhole(sightings)
    assertThat((await readdir(disk.folder)).join() === 'stock.csv', 'Part of a file was left on the disk.')
    seen.push(`${access.kind} ${describe(sightings)}`)
  }
  await ssh[Symbol.asyncDispose]()
  disk[Symbol.dispose]()
  return `full disk: ${seen.join(', ')}`
}

/** A large file in parts to s3rver, cut in the middle, which is busy at first, and back. */
export async function tryS3(trial: FilesTrial): Promise<string> {
  const { folder, megabytes } = trial
  const { former, next } = await makeFiles(trial)
  const back = join(folder, 'back')
  const s3 = await startS3Server(join(folder, 's3'))
  const proxy = await startCuttingProxy(Number(new URL(s3.endpoint).port))
  const access: PlaceAccess<'s3'> = {
    kind: 's3',
    settings: {
      endpoint: `http://127.0.0.1:${proxy.port}/`,
      region: 'eu-central-1',
      bucket: s3.bucket,
      prefix: 'out/',
      path_style: true,
    },
    secret: s3.secret,
    fingerprint: null,
    isInNetwork: true,
  }
  await using(access, (place) => place.put('stock.csv', former, '1'))
  proxy.cutAfter(20 * mib, 'to server')
  const cutting = using(access, (place) => place.put('stock.csv', next, '1'), { pausesMs: [] })
  assertThat((await problemOf(cutting)) === 'unreachable', 'cut part')
  await using(access, (place) => place.fetch('stock.csv', back))
  assertThat((await digest(back)) === (await digest(former)), 'The former object is gone.')
  proxy.refuse(2)
  proxy.cutAfter(20 * mib, 'to server')
  const up = await secondsOf(() => using(access, (place) => place.put('stock.csv', next, '1')))
  proxy.cutAfter((megabytes / 2) * mib, 'to client')
  const known = await using(access, (place) => place.fetch('stock.csv', back))
  assertThat((await digest(back)) === (await digest(next)), 'It came back otherwise.')
  assertThat((await using(access, (p) => p.fetch('stock.csv', back, known))) === undefined, 'sent again')
  await rm(back)
  const wrong = { ...access, secret: 'S3RVER:wrong' }
  assertThat((await problemOf(using(wrong, (place) => place.list('*')))) === 'refused', 'wrong signature')
  await proxy[Symbol.asyncDispose]()
  await s3[Symbol.asyncDispose]()
  return `s3rver: ${megabytes} MB in parts in ${up} s after two answers of 503 and a cut; cut without a further try the former object stays; whole again after a cut on the way back; the known ETag is not sent again, a wrong signature refused`
}

function requireWhole({ reads, halves, missing }: Sightings): void {
  assertThat(
    reads > 0 && halves + missing === 0,
    `A reader saw ${halves} half files and ${missing} times none.`,
  )
}

function describe({ reads, halves }: Sightings): string {
  return `${halves} half files in ${reads} reads`
}
