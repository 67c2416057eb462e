/** OpenSSH's sshd on a port of this computer, with an account that only it knows. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface OpenSshServer extends AsyncDisposable {
  readonly port: number
  readonly user: string
  /** Undefined where the tests do not run as root, who alone can give sshd an account. */
  readonly password: string | undefined
  readonly privateKey: string
  readonly fingerprint: string
  /** The output of sshd, which names every user that was sent. */
  log(): string
}

const program = '/usr/sbin/sshd'
const keygen = 'ssh-keygen'
const unshare = 'unshare'
const isRoot = process.getuid?.() === 0
const password = 'correct horse'

/** Whether there is an sshd; `apt-get install openssh-server` brings it. */
export const hasOpenSsh = existsSync(program)

// The account and the folder that sshd asks for are seen by it alone: the file system of its own goes with it.
const ownFiles = `
mount --make-rprivate / && mount -t tmpfs tmpfs /run && mkdir -m 755 /run/sshd || exit 1
cp /etc/passwd /etc/shadow "$1" && echo "vitrine:x:0:0::$1:/bin/sh" >> "$1/passwd" || exit 1
echo "vitrine:$(openssl passwd -6 "$2"):19000:0:99999:7:::" >> "$1/shadow"
mount --bind "$1/passwd" /etc/passwd && mount --bind "$1/shadow" /etc/shadow || exit 1
exec "$3" -D -e -f "$1/config"
`

export async function startOpenSsh(port = 0): Promise<OpenSshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-sshd-'))
  for (const name of ['host', 'user'])
    spawnSync(keygen, ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  const chosen = port === 0 ? await freePort() : port
  writeFileSync(join(folder, 'config'), configOf(folder, chosen))
  const server = isRoot
    ? spawn(unshare, ['-m', 'sh', '-c', ownFiles, 'sh', folder, password, program], { stdio })
    : spawn(program, ['-D', '-e', '-f', join(folder, 'config')], { stdio })
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  await untilListening(chosen, server, () => log)
  const shown = spawnSync(keygen, ['-l', '-f', join(folder, 'host.pub')], { encoding: 'utf8' })
  return {
    port: chosen,
    user: isRoot ? 'vitrine' : userInfo().username,
    password: isRoot ? password : undefined,
    privateKey: readFileSync(join(folder, 'user'), 'utf8'),
    fingerprint: /SHA256:\S+/.exec(shown.stdout)?.[0] ?? '',
    log: () => log,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe']

function configOf(folder: string, port: number): string {
  return `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host
AuthorizedKeysFile ${folder}/user.pub
PidFile none
UsePAM no
StrictModes no
LogLevel DEBUG1
PermitRootLogin yes
MaxStartups 100
Subsystem sftp internal-sftp
`
}

async function untilListening(port: number, server: ChildProcess, log: () => string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`sshd has ended: ${log()}`)
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      socket.on('close', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isOpen) return
    await setTimeout(20)
  }
}
