/** Real servers of files on this computer: OpenSSH's sftp-server behind SSH, s3rver, and a web server. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import ssh2, { type AuthContext, type Connection as SshConnection, type ServerChannel } from 'ssh2'

const sftpServer = '/usr/lib/openssh/sftp-server'
const installer = 'apt-get'

export interface SftpServerOptions {
  /** What sftp-server refuses, such as posix-rename. */
  readonly refuses?: string
  /** How many bytes it can write into one file, as on a disk that is nearly full. */
  readonly roomBytes?: number
  readonly hostKey?: string
  readonly port?: number
}

export interface SftpTestServer extends AsyncDisposable {
  readonly port: number
  readonly hostKey: string
  readonly fingerprint: string
  /** The names of users that were sent, with what they proved themselves by. */
  readonly attempts: readonly string[]
  /** Cuts all connections. */
  cut(): void
}

export const sshUser = { name: 'vitrine', password: 'correct horse' } as const
const { utils, Server } = ssh2

// Three of a thousand Ed25519 keys that ssh2 makes cannot be read by it.
const makeKey = () => utils.generateKeyPairSync('ecdsa', { bits: 256 })

export const sshKey = makeKey()

/** Starts an SSH server with OpenSSH's sftp-server; installs that where the tests run as root on Debian. */
export async function startSftpServer(options: SftpServerOptions = {}): Promise<SftpTestServer> {
  requireSftpServer()
  const hostKey = options.hostKey ?? makeKey().private
  const attempts: string[] = []
  const connections = new Set<SshConnection>()
  const server = new Server({ hostKeys: [hostKey] }, (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection)).on('error', () => undefined)
    connection.on('authentication', (attempt) => {
      attempts.push(`${attempt.username} ${attempt.method}`)
      if (isAllowed(attempt)) attempt.accept()
      else attempt.reject(['password', 'publickey'])
    })
    connection.on('session', (accept) => {
      accept().on('subsystem', (begin: () => ServerChannel) => serveFiles(begin(), options))
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const parsed = utils.parseKey(hostKey)
  if (parsed instanceof Error) throw parsed
  const [key] = [parsed].flat()
  const { createHash } = await import('node:crypto')
  const digest = createHash('sha256')
    .update(key?.getPublicSSH() ?? '')
    .digest('base64')
  const cut = () => connections.forEach((connection) => connection.end())
  return {
    port,
    hostKey,
    fingerprint: `SHA256:${digest.replace(/=+$/, '')}`,
    attempts,
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function isAllowed(attempt: AuthContext): boolean {
  if (attempt.username !== sshUser.name) return false
  if (attempt.method === 'password') return attempt.password === sshUser.password
  if (attempt.method !== 'publickey') return false
  const allowed = utils.parseKey(sshKey.public)
  if (allowed instanceof Error || Array.isArray(allowed)) return false
  const isKey = attempt.key.data.equals(allowed.getPublicSSH())
  const { signature, blob } = attempt
  return isKey && (signature === undefined || blob === undefined || allowed.verify(blob, signature))
}

function serveFiles(channel: ServerChannel, { refuses, roomBytes }: SftpServerOptions): void {
  const denied = refuses === undefined ? '' : ` -P ${refuses}`
  const limit = roomBytes === undefined ? '' : `trap '' XFSZ; ulimit -f ${Math.ceil(roomBytes / 512)}; `
  const files = spawn('sh', ['-c', `${limit}exec ${sftpServer}${denied}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  channel.pipe(files.stdin)
  files.stdout.pipe(channel)
  files.stdin.on('error', () => undefined)
  channel.on('close', () => files.kill())
}

function requireSftpServer(): void {
  if (existsSync(sftpServer)) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version'))
    spawnSync(installer, ['install', '-q', '-y', '--no-install-recommends', 'openssh-sftp-server'], {
      stdio: ['ignore', 2, 2],
    })
  if (!existsSync(sftpServer))
    throw new Error(`Install openssh-sftp-server: the tests of SFTP use ${sftpServer}.`)
}

export interface S3TestServer extends AsyncDisposable {
  readonly endpoint: string
  readonly bucket: string
  /** Its key and the secret of it. */
  readonly secret: string
}

interface S3Rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

const S3rver: new (options: object) => S3Rver = createRequire(import.meta.url)('@20minutes/s3rver')

/** Starts s3rver, which refuses requests with a wrong signature. */
export async function startS3Server(directory: string): Promise<S3TestServer> {
  const bucket = 'catalog-files'
  const options = {
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  }
  const server = new S3rver(options)
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}/`,
    bucket,
    secret: 'S3RVER:S3RVER',
    [Symbol.asyncDispose]: () => server.close(),
  }
}

export interface WebOrigin extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly IncomingMessage[]
  answer(answers: (request: IncomingMessage, response: ServerResponse) => void): void
}

/** Starts a web server whose answers a test chooses. */
export async function startWebOrigin(): Promise<WebOrigin> {
  const requests: IncomingMessage[] = []
  let answers: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.writeHead(404).end()
  const server = createServer((request, response) => {
    requests.push(request)
    response.on('error', () => undefined)
    answers(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    answer(chosen) {
      answers = chosen
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Ends the server after `act`, however that ends. */
export async function withServer<Server extends AsyncDisposable>(
  server: Server,
  act: (server: Server) => Promise<void>,
): Promise<void> {
  try {
    await act(server)
  } finally {
    await server[Symbol.asyncDispose]()
  }
}
