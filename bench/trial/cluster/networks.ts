import { spawnSync } from 'node:child_process'

export interface Networks extends Disposable {
  /** The address of this process. */
  readonly home: string
  readonly machines: readonly MachineNetwork[]
}

export interface MachineNetwork {
  readonly host: string
  /** The command prefix that starts a program in it. */
  readonly within: readonly string[]
  cut(isCut: boolean): void
  /** Cuts it off from all other machines, while this process still reaches it. */
  readonly isolate: (isIsolated: boolean) => void
}

/**
 * Makes the networks by `ip netns`, which needs root on Linux; returns undefined where that is not
 * available.
 */
export function makeNetworks(count: number): Networks | undefined {
  const name = `vt${process.pid % 100_000}`
  const prefix = `10.77.${process.pid % 250}`
  const undo: string[][] = []
  const run = (...args: string[]) => {
    if (spawnSync('ip', args, { stdio: 'ignore' }).status !== 0)
      throw new Error(`ip ${args.join(' ')} failed.`)
  }
  const end = () => {
    for (const args of undo.toReversed()) spawnSync('ip', args, { stdio: 'ignore' })
  }
  try {
    run('link', 'add', name, 'type', 'bridge')
    undo.push(['link', 'del', name])
    run('addr', 'add', `${prefix}.254/24`, 'dev', name)
    run('link', 'set', name, 'up')
    const machines = Array.from({ length: count }, (_, index) => {
      const [space, host] = [`${name}n${index}`, `${prefix}.${index + 1}`]
      run('netns', 'add', space)
      undo.push(['netns', 'del', space])
      run('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      run('-n', space, 'addr', 'add', `${host}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) run('-n', space, 'link', 'set', device, 'up')
      run('link', 'set', space, 'master', name, 'up')
      const cut = (isCut: boolean) => run('link', 'set', space, isCut ? 'down' : 'up')
      const others = Array.from({ length: count }, (_other, at) => `${prefix}.${at + 1}`).filter(
        (one) => one !== host,
      )
      const isolate = (isIsolated: boolean) => {
        for (const other of others) run('-n', space, 'route', isIsolated ? 'add' : 'del', 'blackhole', other)
      }
      return { host, within: ['ip', 'netns', 'exec', space], cut, isolate }
    })
    return { home: `${prefix}.254`, machines, [Symbol.dispose]: end }
  } catch {
    end()
    return undefined
  }
}
