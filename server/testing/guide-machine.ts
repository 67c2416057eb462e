import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makeCertificate } from './certificate.ts'

const installScript = join(import.meta.dirname, 'install-package.ts')

/**
 * Replaces programs of a bare machine that may be missing here, or would change this machine: all other
 * commands of the guide are run unchanged. `systemctl` reads the unit and the settings as systemd does and
 * runs the command in them.
 */
const standIns: Readonly<Record<string, string>> = {
  // A command that runs as the user of the server has its home, which is the data folder.
  sudo: 'if [ "$1" = -u ]; then shift 2; export HOME="$MACHINE/var/lib/vitrine"; fi; exec "$@"',
  useradd: 'echo "$@" >> "$MACHINE/users"',
  // Only root can give a folder to another user.
  install:
    'for each; do shift; case $each in -o) drop=1;; *) [ -z "$drop" ] && set -- "$@" "$each"; drop=;; esac; done; exec /usr/bin/install "$@"',
  npm: `[ "$1 $2" = "install --global" ] || exit 64; exec "$NODE" "${installScript}" "$3" "$MACHINE/lib"`,
  vitrine: 'exec "$NODE" "$MACHINE/lib/node_modules/vitrine/server/cli/vitrine.mjs" "$@"',
  systemctl: `case "$*" in
  "enable --now vitrine"|"restart vitrine") unit=vitrine; ready="serves a team";;
  "enable --now vitrine-standby") unit=vitrine-standby; ready=.;;
  "reload caddy"|"reload fail2ban") exit 0;;
  "stop vitrine") ;;
  *) exit 64;;
esac
here() { sed "s#/var/lib/vitrine#$MACHINE/var/lib/vitrine#g; s#file:///replica#file://$MACHINE/replica#g; s#4417#$PORT#g" "$1"; }
if [ -e "$MACHINE/pid" ]; then kill "$(cat "$MACHINE/pid")"; while [ -e "$MACHINE/pid" ]; do sleep 0.1; done; fi
[ "$1" = stop ] && exit 0
here "$MACHINE/etc/vitrine/team.env" > "$MACHINE/settings"
set -a; . "$MACHINE/settings"; set +a
command=$(here "$MACHINE/etc/systemd/system/$unit.service" | sed -n 's#^ExecStart=/usr/bin/env ##p')
: > "$MACHINE/journal"
( eval "exec $command" >> "$MACHINE/journal" 2>&1 & echo $! > "$MACHINE/pid"; wait $!; rm "$MACHINE/pid" ) > "$MACHINE/unit.log" 2>&1 &
until grep -q "$ready" "$MACHINE/journal"; do [ -e "$MACHINE/journal" ] && sleep 0.1; done`,
  journalctl: 'cat "$MACHINE/journal"',
}

/** A machine in the initial state of the guide: a folder as its disk, and a Caddy that follows its file. */
export class GuideMachine {
  readonly caddyPort: number
  readonly certificate: string
  readonly #folder: string
  readonly #port: string
  readonly #caddy: Server
  /** The blocks that were run, on whatever machine. */
  static readonly ran = new Set<string>()

  static async start(folder: string, port: number): Promise<GuideMachine> {
    mkdirSync(join(folder, 'bin'))
    mkdirSync(join(folder, 'lib'))
    mkdirSync(join(folder, 'home'))
    mkdirSync(join(folder, 'etc/systemd/system'), { recursive: true })
    for (const own of ['caddy', 'fail2ban/filter.d', 'fail2ban/jail.d'])
      mkdirSync(join(folder, 'etc', own), { recursive: true })
    mkdirSync(join(folder, 'var/lib/vitrine'), { recursive: true, mode: 0o700 })
    for (const [name, script] of Object.entries(standIns)) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder, 'bin', name), 0o755)
    }
    const { cert, key, pem } = await makeCertificate(folder, ['catalog.example'])
    const tls = { cert: readFileSync(cert), key: readFileSync(key) }
    const caddyfile = join(folder, 'etc/caddy/Caddyfile')
    const caddy = createServer(tls, (incoming, outgoing) => forward(incoming, outgoing, { caddyfile, port }))
    await new Promise<void>((resolve) => caddy.listen(0, '127.0.0.1', resolve))
    return new GuideMachine(folder, String(port), caddy, pem)
  }

  private constructor(folder: string, port: string, caddy: Server, certificate: string) {
    this.#folder = folder
    this.#port = port
    this.#caddy = caddy
    this.certificate = certificate
    this.caddyPort = (caddy.address() as AddressInfo).port
  }

  get home(): string {
    return join(this.#folder, 'home')
  }

  /**
   * Runs a block of the guide unchanged, on this machine's folders; returns its output and stops at the
   * first failing command.
   */
  run(block: string): string {
    GuideMachine.ran.add(block)
    const text = block
      .replaceAll(/(?<=[\s=])\/(?=etc\/|var\/lib\/vitrine)/g, `${this.#folder}/`)
      .replaceAll(/(?<=\s|file:\/\/)\/replica\b/g, `${this.#folder}/replica`)
      .replaceAll('4417', this.#port)
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-e', '-c', text], {
      cwd: this.home,
      encoding: 'utf8',
      env: { ...process.env, ...this.#environment },
      timeout: 60_000,
    })
    if (status !== 0) throw new Error(`The guide's block ended with ${status}:\n${text}\n${stdout}${stderr}`)
    return stdout
  }

  get #environment(): Record<string, string> {
    return {
      PATH: `${join(this.#folder, 'bin')}:/usr/local/bin:/usr/bin:/bin`,
      MACHINE: this.#folder,
      NODE: process.execPath,
      PORT: this.#port,
      HOME: this.home,
    }
  }

  /** Simulates the loss of the machine: the server is killed, and only the replica remains. */
  lose(): void {
    const pid = Number(readFileSync(join(this.#folder, 'pid'), 'utf8'))
    process.kill(pid, 'SIGKILL')
    rmSync(join(this.#folder, 'var'), { recursive: true })
  }

  async stop(): Promise<void> {
    if (existsSync(join(this.#folder, 'pid')))
      execFileSync(join(this.#folder, 'bin/systemctl'), ['stop', 'vitrine'], { env: this.#environment })
    this.#caddy.closeAllConnections()
    await new Promise((resolve) => this.#caddy.close(resolve))
  }
}

interface Caddy {
  readonly caddyfile: string
  readonly port: number
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, { caddyfile, port }: Caddy): void {
  const { host, upstream } = readCaddyfile(caddyfile)
  if (incoming.headers.host !== host) {
    outgoing.writeHead(421).end()
    return
  }
  const { method, url: path } = incoming
  const said = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': host }
  const headers = { ...incoming.headers, ...said }
  const [address = '', named] = upstream.split(':')
  const target = { host: address, port: named === '4417' ? port : named, method, path, headers, agent: false }
  const asked = request(target, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  asked.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(asked)
}

function readCaddyfile(file: string): { host: string; upstream: string } {
  const text = readFileSync(file, 'utf8')
  const [, host = '', upstream = ''] =
    /^([\w.]+) \{\s+reverse_proxy (?:\{\$UPSTREAM:)?([\w.:]+)\}?\s+\}$/m.exec(text) ?? []
  return { host, upstream }
}
