import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '../../../server/testing/certificate.ts'
import { RqliteNode, type RqliteNodes, startRqlite } from '../../../server/testing/rqlite-nodes.ts'
import { workspaceName } from '../trial-folder.ts'
import { makeNetworks } from './networks.ts'

/** Three nodes, and the file by which a server is told of them. */
export interface TrialNodes extends AsyncDisposable {
  readonly nodes: readonly RqliteNode[]
  readonly file: string
  /** How a node is cut off: by its network, or by being stopped where it stands. */
  readonly cutBy: 'network' | 'pause'
  cut(node: RqliteNode, isCut: boolean): void
}

/**
 * As docs/team.md has it: half of what rqlite waits for before it looks for another leader, and snapshots that are rarer than a node needs
 * to fetch one, since one that is taken meanwhile fails and may spoil the next (decision 163).
 */
const patience =
  '-raft-timeout 500ms -raft-election-timeout 500ms -raft-leader-lease-timeout 400ms -raft-snap-wal-size 67108864'.split(
    ' ',
  )
const credentials = { user: 'vitrine', password: 'of-the-trial' }

/** Starts them in networks of their own, over TLS and with a password; on loopback where there are no such networks. */
export async function startTrialNodes(folder: string): Promise<TrialNodes> {
  return (await startApart(folder)) ?? (await startTogether(folder))
}

async function startApart(folder: string): Promise<TrialNodes | undefined> {
  const networks = makeNetworks(3)
  if (!networks) return undefined
  mkdirSync(folder, { recursive: true })
  const hosts = networks.nodes.map(({ host }) => host)
  const certificate = await makeCertificate(folder, hosts)
  const authFile = join(folder, 'auth.json')
  const { user: username, password } = credentials
  writeFileSync(authFile, JSON.stringify([{ username, password, perms: ['all'] }]))
  writeFileSync(join(folder, 'password'), password)
  const peers = hosts.map((host) => `${host}:4002`)
  const secure = { ...certificate, authFile, ...credentials }
  const nodes = networks.nodes.map(({ host, within }, index) => {
    const id = `n${index + 1}`
    const place = {
      id,
      folder: join(folder, id),
      host,
      port: 4001,
      raftPort: 4002,
      peers,
      within,
      secure,
      more: patience,
    }
    return new RqliteNode(place)
  })
  const end = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    networks[Symbol.dispose]()
  }
  try {
    for (const node of nodes) node.start()
    await Promise.all(nodes.map((node) => node.untilReady()))
  } catch (error) {
    await end()
    throw error
  }
  const file = nameThem(folder, nodes, { user: username, password_file: 'password', ca_file: 'tls.crt' })
  const cut = (node: RqliteNode, isCut: boolean) => networks.nodes[nodes.indexOf(node)]?.cut(isCut)
  return { nodes, file, cutBy: 'network', cut, [Symbol.asyncDispose]: end }
}

async function startTogether(folder: string): Promise<TrialNodes> {
  mkdirSync(folder, { recursive: true })
  const cluster: RqliteNodes = await startRqlite(3, patience)
  const { nodes } = cluster
  const cut = (node: RqliteNode, isCut: boolean) => node.pause(isCut)
  const end = () => cluster[Symbol.asyncDispose]()
  return { nodes, file: nameThem(folder, nodes, {}), cutBy: 'pause', cut, [Symbol.asyncDispose]: end }
}

function nameThem(folder: string, nodes: readonly RqliteNode[], more: object): string {
  const file = join(folder, 'cluster.json')
  const databases = { [workspaceName]: { nodes: nodes.map(({ address }) => address) } }
  writeFileSync(file, JSON.stringify({ databases, ...more }))
  return file
}
