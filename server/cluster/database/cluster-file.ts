import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'
import { Check, Errors } from 'typebox/schema'
import { type Static, Type } from 'typebox'
import type { Workspace } from '#shared/app-surface.ts'
import type {
  ClusterDatabase,
  ClusterDatabases,
  MovePlan,
  PlacementStore,
} from '../../catalog/connections/cluster-seam.ts'
import { foldText } from '#shared/text.ts'

export interface DatabaseCluster extends ClusterDatabase {
  /** The name in the file of clusters: a workspace's name or `registryName`. */
  readonly database: string
  readonly nodes: readonly string[]
  /** The SQLite file of the node on this machine, which readers may open. */
  readonly localFile?: string | undefined
  readonly credentials?: ClusterCredentials | undefined
  readonly authority?: string | undefined
}

export interface ClusterCredentials {
  readonly user: string
  readonly password: string
}

export const registryName = 'vitrine.db'

/** The addresses of nodes by the names of databases, without vitrine.db. */
export type NodesByDatabase = Readonly<Record<string, readonly string[]>>

/** A file of clusters that cannot be used; its message says what to do. */
export class ClusterFileError extends Error {
  override readonly name = 'ClusterFileError'
}

const closed = { additionalProperties: false }
const Text = Type.String({ minLength: 1, maxLength: 1024 })
const Nodes = Type.Array(Text, { minItems: 1, maxItems: 15 })
const ClusterFile = Type.Object(
  {
    databases: Type.Record(Text, Type.Object({ nodes: Nodes, local_file: Type.Optional(Text) }, closed)),
    user: Type.Optional(Text),
    password_file: Type.Optional(Text),
    ca_file: Type.Optional(Text),
  },
  closed,
)

const example = '{"databases": {"Shop": {"nodes": ["https://db1.example:4001"]}}}'

/** Reads a file of clusters and the files it names. Rejects with ClusterFileError. */
export async function readClusterFile(path: string): Promise<ClusterMap> {
  const file = resolve(path)
  const document = parse(await textOf(file, 'The file of clusters'), file)
  const beside = (name: string) => resolve(dirname(file), name)
  const credentials = await readCredentials(document, beside)
  const authority =
    document.ca_file === undefined
      ? undefined
      : await textOf(beside(document.ca_file), 'The certificate file')
  const databases = Object.entries(document.databases).map(([database, { nodes, local_file: local }]) => ({
    database,
    nodes: nodes.map((node) => readAddress(node, credentials)),
    localFile: local === undefined ? undefined : beside(local),
    credentials,
    authority,
  }))
  refuseTwice(databases)
  return new ClusterMap(file, databases, { credentials, authority })
}

type Access = Pick<DatabaseCluster, 'credentials' | 'authority'>

export class ClusterMap implements ClusterDatabases {
  readonly file: string
  readonly databases: readonly DatabaseCluster[]
  /** Where vitrine.db keeps the placement, once it was asked for it. */
  readonly store: PlacementStore | undefined
  readonly #access: Access

  constructor(
    file: string,
    databases: readonly DatabaseCluster[],
    access: Access = {},
    store?: PlacementStore,
  ) {
    this.file = file
    this.databases = databases
    this.#access = access
    this.store = store
  }

  nodesByDatabase(): NodesByDatabase {
    const workspaces = this.databases.filter(({ database }) => database !== registryName)
    return Object.fromEntries(workspaces.map(({ database, nodes }) => [database, nodes]))
  }

  /**
   * The same vitrine.db with workspaces in these clusters; the file of a local node stays. Throws
   * ClusterFileError.
   */
  with(placed: NodesByDatabase, store = this.store): ClusterMap {
    const registry = this.databases.filter(({ database }) => database === registryName)
    const workspaces = Object.entries(placed).map(([database, nodes]) => {
      const before = this.databases.find((known) => known.database === database)
      const addresses = nodes.map((node) => readAddress(node, this.#access.credentials))
      return { database, nodes: addresses, localFile: before?.localFile, ...this.#access }
    })
    const databases = [...registry, ...workspaces]
    refuseTwice(databases)
    return new ClusterMap(this.file, databases, this.#access, store)
  }

  async agree(store: PlacementStore): Promise<ClusterMap> {
    const { agreePlacement } = await import('./placement.ts')
    return agreePlacement(this, store)
  }

  /** The cluster that a workspace lives in, found by its name or its file's; undefined where it is a file of its own. */
  ofWorkspace({ name, file }: Pick<Workspace, 'name' | 'file'>): DatabaseCluster | undefined {
    const names = [name, basename(file, extname(file))].map(foldText)
    return this.databases.find(
      ({ database }) => database !== registryName && names.includes(foldText(database)),
    )
  }

  ofRegistry(): DatabaseCluster | undefined {
    return this.databases.find(({ database }) => database === registryName)
  }

  async learn(): Promise<(now: ClusterDatabases) => Promise<ClusterDatabases>> {
    const { learnPlacement } = await import('./placement.ts')
    return learnPlacement(this)
  }

  async planMove(workspace: Workspace, nodes: readonly string[]): Promise<MovePlan> {
    const { planMove } = await import('./plan-move.ts')
    return planMove(this, workspace, nodes)
  }
}

function parse(text: string, file: string): Static<typeof ClusterFile> {
  const value = inJson(text, file)
  if (Check(ClusterFile, value)) return value
  const [, faults] = Errors(ClusterFile, value)
  const [first] = faults
  const path = first?.instancePath === '' ? 'The file' : `In it, ${first?.instancePath.slice(1)}`
  throw new ClusterFileError(
    `${file} is no file of clusters. ${path} ${first?.message ?? 'has another form'}. It looks like ${example}.`,
  )
}

function inJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ClusterFileError(`${file} is not JSON. A file of clusters looks like ${example}.`, { cause })
  }
}

async function readCredentials(
  { user, password_file: file }: Static<typeof ClusterFile>,
  beside: (name: string) => string,
): Promise<ClusterCredentials | undefined> {
  if ((user === undefined) !== (file === undefined))
    throw new ClusterFileError('"user" and "password_file" belong together: name both or none.')
  if (user === undefined || file === undefined) return undefined
  const password = (await textOf(beside(file), 'The password file')).replace(/\r?\n$/, '')
  if (password === '') throw new ClusterFileError(`The password file ${beside(file)} is empty.`)
  return { user, password }
}

/**
 * Refuses an address that would leave this computer unencrypted, and nodes that others reach without
 * credentials.
 */
function readAddress(text: string, credentials: ClusterCredentials | undefined): string {
  const { protocol, hostname, origin } = parseAddress(text)
  if (isThisComputer(hostname)) return origin
  if (protocol !== 'https:')
    throw new ClusterFileError(
      `${origin} is another computer: start its node with a certificate and write https://.`,
    )
  if (!credentials)
    throw new ClusterFileError(
      `${origin} is another computer: start its node with an auth file and give "user" and "password_file".`,
    )
  return origin
}

function parseAddress(text: string): URL {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ClusterFileError(
      `A node is named by its address, such as https://db1.example:4001, not "${shown(text)}".`,
    )
  if (url.username + url.password !== '')
    throw new ClusterFileError(
      `Leave the credentials out of ${url.origin}; give them by "user" and "password_file".`,
    )
  if (url.href !== `${url.origin}/`)
    throw new ClusterFileError(`A node is named by scheme, host and port alone: ${url.origin}.`)
  return url
}

export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function shown(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//…@')
}

/** A cluster holds one database; two in one would overwrite each other. */
function refuseTwice(databases: readonly DatabaseCluster[]): void {
  const takenBy = new Map<string, string>()
  const names = new Set<string>()
  for (const { database, nodes } of databases) {
    if (names.has(foldText(database))) throw new ClusterFileError(`"${database}" is named twice.`)
    names.add(foldText(database))
    for (const node of nodes) {
      const other = takenBy.get(node)
      if (other !== undefined)
        throw new ClusterFileError(
          other === database
            ? `${node} is named twice for "${database}".`
            : `${node} is named for "${other}" and for "${database}", but a cluster holds one database.`,
        )
      takenBy.set(node, database)
    }
  }
}

async function textOf(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new ClusterFileError(`${what} ${path} cannot be read. Check its name and who may read it.`, {
      cause,
    })
  }
}
