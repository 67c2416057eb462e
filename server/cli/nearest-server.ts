import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { RunningServer, TeamOptions } from '../index.ts'
import { identityOfRunningFiles } from '../running-files.ts'
import { CatalogClient, type ServerAddress } from './client.ts'
import { CommandError, UsageError } from './command.ts'
import { sendRequest } from './http-request.ts'
import { readMailSettings } from './serve-options.ts'

// Long enough between the requests of an agent; after that the app may have the folder.
const idleMs = 2000
const attempts = 20
const pauseMs = 300
const answerWithinMs = 5000

/**
 * Runs a command on a data folder: through the running server, or else through one in this process, which
 * ends with the command and cannot be found by others, because it would end under them.
 */
export async function withCatalog<T>(
  dataDir: string,
  run: (client: CatalogClient) => Promise<T>,
  options: Pick<OwnServer, 'hasMuchToDo' | 'takesAnyRequest'> = {},
): Promise<T> {
  const server = new NearestServer(dataDir, { isForOneCommand: true, ...options })
  try {
    return await server.use((address) => run(new CatalogClient(address)))
  } finally {
    await server.close()
  }
}

/**
 * Does the same as `withCatalog` for commands of a team's server. Throws where the running server serves
 * its owner alone.
 */
export async function withTeam<T>(dataDir: string, run: (client: CatalogClient) => Promise<T>): Promise<T> {
  const mail = readMailSettings()
  const server = new NearestServer(dataDir, { isForOneCommand: true, team: { ...(mail && { mail }) } })
  try {
    return await server.use(async (address) => {
      const { ok } = await fetch(`${address.origin}/app/v1/sign-in`)
      if (!ok)
        throw new CommandError(
          'The server that runs on this data folder serves its owner alone. End it, and start it with: vitrine serve --team',
        )
      return run(new CatalogClient(address))
    })
  } finally {
    await server.close()
  }
}

/** Runs a command on the server that runs on the data folder, or is named by the environment. */
export async function withRunningCatalog<T>(
  dataDir: string,
  run: (client: CatalogClient, origin: string) => Promise<T>,
): Promise<T> {
  const address = remoteServer() ?? (await findRunningServer(dataDir))
  if (address) return run(new CatalogClient(address), address.origin)
  throw new CommandError(
    'Vitrine does not run on this data folder. Start the app, or "vitrine serve", and try again.',
  )
}

interface OwnServer {
  readonly isForOneCommand: boolean
  /** Whether its jobs get threads of their own, as after a command with a large file. */
  readonly hasMuchToDo?: boolean
  /** Whether requests go to any path, as people and agents write them. */
  readonly takesAnyRequest?: boolean
  readonly team?: TeamOptions
}

/**
 * The server of a data folder: the running one, or one in this process that lives while it is in use. A
 * data folder has one server at a time, so an agent that waits all day must not keep the app from
 * starting.
 */
export class NearestServer {
  readonly #options: OwnServer & { readonly dataDir: string }
  #address: Promise<ServerAddress> | undefined
  #own: RunningServer | undefined
  #users = 0
  #idle: NodeJS.Timeout | undefined

  constructor(dataDir: string, own: OwnServer) {
    this.#options = { dataDir, ...own }
  }

  async use<T>(work: (address: ServerAddress) => Promise<T>): Promise<T> {
    this.#users += 1
    clearTimeout(this.#idle)
    try {
      return await work(await (this.#address ??= this.#find()))
    } finally {
      this.#users -= 1
      if (this.#users === 0) this.#idle = setTimeout(() => void this.close(), idleMs)
    }
  }

  /** Forgets a server that does not answer: the next use looks for one again. */
  forget(): void {
    if (this.#own === undefined) this.#address = undefined
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const own = this.#own
    this.#own = undefined
    this.#address = undefined
    await own?.close()
  }

  async #find(): Promise<ServerAddress> {
    try {
      return await this.#findOrStart()
    } catch (error) {
      this.#address = undefined
      throw error
    }
  }

  async #findOrStart(): Promise<ServerAddress> {
    const remote = remoteServer()
    if (remote) return remote
    for (let attempt = 1; ; attempt += 1) {
      const running = await findRunningServer(this.#options.dataDir)
      if (running) return running
      try {
        const { startServer } = await import('../index.ts')
        this.#own = await startServer(this.#options)
        return { origin: this.#own.commandOrigin, session: this.#own.sessionToken }
      } catch (error) {
        const isInUse = error instanceof WorkspaceFileError && error.kind === 'in_use'
        if (!isInUse || attempt === attempts) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }
}

/** The server elsewhere that the environment names with a key; undefined where it names none. */
function remoteServer(): ServerAddress | undefined {
  const { VITRINE_URL: url, VITRINE_KEY: key } = process.env
  if (!url) return undefined
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      `VITRINE_URL is the address of a server, such as https://vitrine.example, not "${url}".`,
    )
  if (!key) throw new UsageError('VITRINE_URL needs a key of the workspace too, in VITRINE_KEY.')
  return { origin: url.replace(/(\/api\/v1)?\/*$/, ''), session: key, isRemote: true }
}

/**
 * Finds the running server of the data folder; undefined where none answers (the leftover of a killed one
 * counts as none).
 */
async function findRunningServer(dataDir: string): Promise<ServerAddress | undefined> {
  const address = await readAddress(dataDir).catch(() => undefined)
  if (address === undefined) return undefined
  const response = await sendRequest(`${address.origin}/app/v1/session`, {
    method: 'GET',
    headers: { authorization: `Bearer ${address.session}` },
    body: null,
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch(() => undefined)
  // Another program may have taken the port of a killed server: then the folder is free.
  return response?.ok ? address : undefined
}

async function readAddress(dataDir: string): Promise<ServerAddress> {
  const said: { origin: string; key?: string } = JSON.parse(
    await readFile(join(dataDir, 'server.json'), 'utf8'),
  )
  const { origin, key = identityOfRunningFiles(dataDir) } = said
  if (key !== identityOfRunningFiles(dataDir)) throw new Error('This is a copy of the folder of that server.')
  return { origin, session: (await readFile(join(dataDir, 'session.key'), 'utf8')).trim() }
}
