import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GuideMachine } from './guide-machine.ts'
import { allBlocks, blocksNotRun, readTeamFile, shellOf } from './team-guide.ts'
import { goodPassword } from './team-server.ts'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '../..')
const publicUrl = 'https://catalog.example'
// Installing, ten passwords and a restore.
const timeout = 240_000

let folder: string
let machine: GuideMachine

let second: GuideMachine

async function startMachine(name: string): Promise<GuideMachine> {
  const own = join(folder, name)
  mkdirSync(own)
  const started = await GuideMachine.start(own, await freePort())
  execFileSync(process.execPath, [join(root, 'main/pack-server.ts'), started.home], { stdio: 'ignore' })
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-guide-'))
  machine = await startMachine('first')
  second = await startMachine('second')
}, timeout)

afterAll(async () => {
  await machine.stop()
  await second.stop()
  await rm(folder, { recursive: true, force: true })
})

test.runIf(process.platform === 'linux')(
  '[TEAM-10] the guide leads, run as it is written, from the server package to ten people who edit, and back from the replica',
  { timeout },
  async () => {
    const [install = '', start = ''] = shellOf('With systemd')
    machine.run(install)
    const firstLink = linksIn(machine.run(start))
    expect(firstLink).toHaveLength(1)
    const sam = await signUp(firstLink[0] ?? '', { name: 'Sam Rivera', email: 'sam@mail.example' })

    machine.run(only('The first account'))
    const [workspace] = (await sam('GET', '/app/v1/session')).body.data.workspaces
    const { data: products } = (await sam('GET', '/api/v1/products?limit=10', undefined, workspace.id)).body

    const [invite = '', list = ''] = shellOf('Ten people')
    const links = linksIn(machine.run(invite))
    expect(new Set(links).size).toBe(10)
    const people = []
    for (const [index, link] of links.entries()) people.push(await signUp(link, { name: `Person ${index}` }))
    const edits = await Promise.all(
      people.map((person, index) =>
        person(
          'PATCH',
          `/api/v1/products/${products[index].id}`,
          { attributes: { sales_rank: 7000 + index } },
          workspace.id,
        ),
      ),
    )
    expect(edits.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(machine.run(list).match(/@mail\.example/g)).toHaveLength(11)

    await expect.poll(() => machine.run(only('Watching it', 0)), { timeout: 30_000 }).toMatch(isReplicated)
    const [look = '', afterLoss = ''] = shellOf('The replica, and getting everything back')
    const restored = machine.run(look)
    expect(restored).toContain('catalog.vitrine is sound.')
    const file = join(machine.home, 'restored.jsonl')
    machine.run(
      `vitrine export --workspace Catalog --type product --format jsonl --to ${file} --data /var/lib/vitrine/restored`,
    )
    const ranks = readFileSync(file, 'utf8').match(/(?<="sales_rank":)7\d{3}/g)
    expect(ranks?.map(Number).toSorted((a, b) => a - b)).toEqual(people.map((_, index) => 7000 + index))

    const [, update = ''] = shellOf('A new version')
    machine.run(update)
    const body = { email: 'ana@mail.example', password: goodPassword }
    expect((await send('POST', '/app/v1/sign-in', body)).status).toBe(204)

    // After the loss of the machine another one restores its replica, even where the data folder is a user's
    // home.
    await expect.poll(() => machine.run(only('Watching it', 0)), { timeout: 30_000 }).toMatch(isReplicated)
    machine.lose()
    const lost = machine
    machine = second
    machine.run(install)
    cpSync(join(folder, 'first/replica'), join(folder, 'second/replica'), {
      recursive: true,
      preserveTimestamps: true,
    })
    expect(machine.run(afterLoss)).toContain('all of it is sound')
    machine.run(start)
    const signedIn = await send('POST', '/app/v1/sign-in', body)
    expect(signedIn.status).toBe(204)
    const headers = {
      cookie: signedIn.cookies[0]?.split(';')[0] ?? '',
      'vitrine-workspace': workspace.id as string,
    }
    const [product] = products
    const there = await send('GET', `/api/v1/products/${product.id}`, undefined, headers)
    expect(there.body.data.attributes.sales_rank).toBe(7000)
    const change = { attributes: { sales_rank: 8000 } }
    expect((await send('PATCH', `/api/v1/products/${product.id}`, change, headers)).status).toBe(200)
    await expect.poll(() => machine.run(only('Watching it', 0)), { timeout: 30_000 }).toMatch(isReplicated)
    second = lost
  },
)

test.runIf(process.platform === 'linux')(
  '[TEAM-10] a standby that is set up as it is written takes over by one command, and people sign in there',
  { timeout },
  async () => {
    const [install = '', start = ''] = shellOf('With systemd')
    const [follow = '', promote = ''] = shellOf('A warm standby')
    const standby = await startMachine('standby')
    const serving = await startMachine('serving')
    try {
      machine = serving
      serving.run(install)
      const unit = readTeamFile('vitrine.service').replace(
        '--replicate ${REPLICA}',
        '--replicate ${REPLICA} --with-standby',
      )
      writeFileSync(join(folder, 'serving/etc/systemd/system/vitrine.service'), unit)
      await signUp(linksIn(serving.run(start))[0] ?? '', { name: 'Sam Rivera', email: 'sam@mail.example' })
      serving.run(only('The first account'))
      await expect.poll(() => serving.run(only('Watching it', 0)), { timeout: 30_000 }).toMatch(isReplicated)

      symlinkSync(join(folder, 'serving/replica'), join(folder, 'standby/replica'))
      standby.run(install)
      standby.run(follow)
      // Caddy as on the first machine, without the service that it stands before there.
      standby.run(start.replaceAll(/^(?!.*caddy).*\n/gim, ''))
      const status = join(folder, 'standby/var/lib/vitrine/standby/status.json')
      await expect
        .poll(() => existsSync(status) && JSON.parse(readFileSync(status, 'utf8')), { timeout: 60_000 })
        .toMatchObject({ phase: 'following', as_of: expect.any(String) })
      await serving.stop()
      standby.run(promote)
      machine = standby
      const signIn = { email: 'sam@mail.example', password: goodPassword }
      await expect
        .poll(async () => (await send('POST', '/app/v1/sign-in', signIn)).status, { timeout: 30_000 })
        .toBe(204)
    } finally {
      await standby.stop()
    }
  },
)

test.runIf(process.platform === 'linux')(
  '[TEAM-10] the files for Docker are unpacked as it is written, and those for fail2ban installed; every other block was run or says why not',
  { timeout },
  async () => {
    const packed = join(folder, 'docker')
    mkdirSync(packed)
    const docker = await GuideMachine.start(packed, await freePort())
    try {
      const first = join(folder, 'first/home')
      for (const name of readdirSync(first).filter((each) => each.endsWith('.tgz')))
        cpSync(join(first, name), join(docker.home, name))
      const [unpack = ''] = shellOf('With Docker')
      docker.run(unpack)
      const files = readdirSync(join(docker.home, 'vitrine'))
      expect(files).toEqual(expect.arrayContaining(['.env', 'Caddyfile', 'Dockerfile', 'compose.yaml']))
      const [, ban = ''] = shellOf('Watching it')
      docker.run(`cd vitrine\n${ban}`)
      GuideMachine.ran.add(ban)
      expect(readFileSync(join(packed, 'etc/fail2ban/filter.d/vitrine.conf'), 'utf8')).toContain('failregex')
    } finally {
      await docker.stop()
    }
    const left = allBlocks().filter((block) => !GuideMachine.ran.has(block))
    const reasons = blocksNotRun.map(([beginning]) => beginning)
    expect(left.filter((block) => !reasons.some((beginning) => block.startsWith(beginning)))).toEqual([])
    expect(reasons.filter((beginning) => !left.some((block) => block.startsWith(beginning)))).toEqual([])
  },
)

const isReplicated =
  /"status":"ok"[\s\S]*"database":"Catalog","lag_seconds":0[\s\S]*vitrine_replication_lag_seconds\{database="Catalog"\} 0\n/

/** The block of a heading; of several its place is named. */
function only(heading: string, place?: number): string {
  const blocks = shellOf(heading)
  const block = blocks[place ?? 0]
  if (block === undefined || (place === undefined && blocks.length > 1))
    throw new Error(`“${heading}” has more blocks than are run.`)
  return block
}

function linksIn(text: string): string[] {
  return text.match(/https:\/\/catalog\.example\/\S+/g) ?? []
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers have every shape
type Answer = { readonly status: number; readonly body: any; readonly cookies: readonly string[] }
type Person = (method: string, path: string, body?: unknown, workspaceId?: string) => Promise<Answer>

async function signUp(link: string, account: { name: string; email?: string }): Promise<Person> {
  const { pathname, hash } = new URL(link)
  expect((await send('GET', pathname)).status).toBe(200)
  const token = hash.slice(1).split('=')[1]
  const accepted = await send('POST', '/app/v1/invitations/accept', {
    token,
    password: goodPassword,
    ...account,
  })
  expect(accepted.cookies).toHaveLength(1)
  const cookie = accepted.cookies[0]?.split(';')[0] ?? ''
  return (method, path, body, workspaceId) =>
    send(method, path, body, { cookie, ...(workspaceId && { 'vitrine-workspace': workspaceId }) })
}

function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: machine.caddyPort,
        servername: 'catalog.example',
        agent: false,
        ca: machine.certificate,
        method,
        path,
        headers: {
          host: 'catalog.example',
          origin: publicUrl,
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => void read(answer).then(resolve, reject),
    )
    asked.on('error', reject)
    asked.end(text)
  })
}

async function read(answer: IncomingMessage): Promise<Answer> {
  let received = ''
  for await (const chunk of answer) received += String(chunk)
  const isJson = answer.headers['content-type']?.includes('json') === true
  const cookies = answer.headers['set-cookie'] ?? []
  return { status: answer.statusCode ?? 0, body: isJson ? JSON.parse(received) : received, cookies }
}
