import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '../../../server/testing/certificate.ts'
import { RqliteNode, type RqliteNodes, startRqlite } from '../../../server/testing/rqlite-nodes.ts'
import { type MachineNetwork, makeNetworks, type Networks } from './networks.ts'

export const databases = ['vitrine.db', 'Trial'] as const
export type Database = (typeof databases)[number]

export interface TrialMachine {
  readonly nodes: Readonly<Record<Database, RqliteNode>>
  cut(isCut: boolean): void
}

export interface ServerSetup {
  readonly within: readonly string[]
  readonly options: readonly string[]
  /** Its address and the headers for it; undefined where the server prints the address itself. */
  readonly listener:
    | { readonly origin: string; readonly headers: Readonly<Record<string, string>> }
    | undefined
  /** Cuts it off from the nodes and the other server; undefined where servers have no networks of their own. */
  readonly isolate: ((isIsolated: boolean) => void) | undefined
}

export interface TrialMachines extends AsyncDisposable {
  readonly machines: readonly TrialMachine[]
  readonly file: string
  readonly cutBy: 'network' | 'pause'
  readonly setups: readonly ServerSetup[]
}

/**
 * Timeouts as in docs/team.md: half of rqlite's default before it looks for another leader, and snapshots
 * rarer than a node needs to fetch one, since one that is taken meanwhile fails and may spoil the next
 * (decision 163).
 */
const patience =
  '-raft-timeout 500ms -raft-election-timeout 500ms -raft-leader-lease-timeout 400ms -raft-snap-wal-size 67108864'.split(
    ' ',
  )
const credentials = { user: 'vitrine', password: 'of-the-trial' }
const publicHost = 'catalog.example'
const [machineCount, serverCount] = [3, 2]

/** Starts the nodes in networks of their own, over TLS and with a password; on loopback where there are no such networks. */
export async function startTrialMachines(folder: string): Promise<TrialMachines> {
  mkdirSync(folder, { recursive: true })
  const networks = makeNetworks(machineCount + serverCount)
  return networks ? startApart(folder, networks) : startCollaboration(folder)
}

async function startApart(folder: string, networks: Networks): Promise<TrialMachines> {
  const [hosting, serving] = [networks.machines.slice(0, machineCount), networks.machines.slice(machineCount)]
  const hosts = hosting.map(({ host }) => host)
  const certificate = await makeCertificate(folder, hosts)
  const authFile = join(folder, 'auth.json')
  const { user: username, password } = credentials
  writeFileSync(authFile, JSON.stringify([{ username, password, perms: ['all'] }]))
  writeFileSync(join(folder, 'password'), password)
  const secure = { ...certificate, authFile, ...credentials }
  const nodesOf = (database: Database) => {
    const port = 4001 + 10 * databases.indexOf(database)
    const raftPort = port + 1
    const peers = hosts.map((host) => `${host}:${raftPort}`)
    return hosting.map(({ host, within }, index) => {
      const id = `n${index + 1}`
      const place = { id, folder: join(folder, `${database} ${id}`), host, port, raftPort, peers }
      return new RqliteNode({ ...place, within, secure, more: patience })
    })
  }
  const clusters = ofEach(nodesOf)
  const all = databases.flatMap((database) => clusters[database])
  const end = async () => {
    await Promise.all(all.map((node) => node.stop()))
    networks[Symbol.dispose]()
  }
  try {
    for (const node of all) node.start()
    await Promise.all(all.map((node) => node.untilReady()))
  } catch (error) {
    await end()
    throw error
  }
  const file = nameThem(folder, clusters, { user: username, password_file: 'password', ca_file: 'tls.crt' })
  const machines = hosting.map((network, index) => ({
    nodes: nodesAt(clusters, index),
    cut: (isCut: boolean) => network.cut(isCut),
  }))
  const setups = serving.map((machine) => behindProxy(machine, networks.home))
  return { machines, file, cutBy: 'network', setups: setups, [Symbol.asyncDispose]: end }
}

/** Runs the server as behind a load balancer, which is this process. */
function behindProxy({ host, within, isolate }: MachineNetwork, home: string): ServerSetup {
  const options = ['--host', host, '--port', '4417', '--server-address', `${host}:4419`]
  const publicOptions = ['--public-url', `https://${publicHost}`, '--behind-proxy', home]
  const forwarded = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }
  const headers = { host: publicHost, origin: `https://${publicHost}`, ...forwarded }
  return {
    within,
    options: [...options, ...publicOptions],
    listener: { origin: `http://${host}:4417`, headers },
    isolate,
  }
}

async function startCollaboration(folder: string): Promise<TrialMachines> {
  const started: Record<Database, RqliteNodes> = {
    'vitrine.db': await startRqlite(machineCount, patience),
    Trial: await startRqlite(machineCount, patience),
  }
  const clusters = ofEach((database) => started[database].nodes)
  const machines = Array.from({ length: machineCount }, (_, index) => {
    const nodes = nodesAt(clusters, index)
    const cut = (isCut: boolean) => databases.forEach((database) => nodes[database].pause(isCut))
    return { nodes, cut }
  })
  const setups = Array.from({ length: serverCount }, () => ({
    within: [],
    options: [],
    listener: undefined,
    isolate: undefined,
  }))
  const end = async () => {
    for (const database of databases) await started[database][Symbol.asyncDispose]()
  }
  return {
    machines,
    file: nameThem(folder, clusters, {}),
    cutBy: 'pause',
    setups,
    [Symbol.asyncDispose]: end,
  }
}

function ofEach<T>(make: (database: Database) => T): Record<Database, T> {
  return { 'vitrine.db': make('vitrine.db'), Trial: make('Trial') }
}

function nodesAt(
  clusters: Record<Database, readonly RqliteNode[]>,
  index: number,
): Record<Database, RqliteNode> {
  return ofEach((database) => clusters[database][index] as RqliteNode)
}

function nameThem(folder: string, clusters: Record<Database, readonly RqliteNode[]>, more: object): string {
  const file = join(folder, 'cluster.json')
  const named = ofEach((database) => ({ nodes: clusters[database].map(({ address }) => address) }))
  writeFileSync(file, JSON.stringify({ databases: named, ...more }))
  return file
}
