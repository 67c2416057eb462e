import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { BlockList } from 'node:net'

export interface ShareAddress {
  readonly address: string
  readonly port: number
}

/** The switch that starts sharing, followed by the address. */
export const shareSwitch = '--share='
const defaultPort = 4418

const localNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  localNetworks.addSubnet(network, bits)

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** Returns this computer's addresses in private networks; public ones are left out. */
export function shareableAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  return addressesOf(interfaces)
    .filter(({ internal, address }) => !internal && localNetworks.check(address))
    .map(({ address }) => address)
}

/**
 * Returns the address in the switch; undefined without one. Throws a user-facing message where this
 * computer cannot share there.
 */
export function shareAddressFrom(
  argv: readonly string[],
  interfaces: Interfaces = networkInterfaces(),
): ShareAddress | undefined {
  const named = argv.find((argument) => argument.startsWith(shareSwitch))?.slice(shareSwitch.length)
  if (named === undefined) return undefined
  const [, address = '', port] = /^([\d.]+)(?::(\d{1,5}))?$/.exec(named) ?? []
  const own = addressesOf(interfaces).find((each) => each.address === address)
  const isLocal = own !== undefined && (own.internal || localNetworks.check(address))
  if (!isLocal) throw new NoShareAddress()
  return { address, port: port === undefined ? defaultPort : Number(port) }
}

/** Thrown for an address that this computer does not have, or that is public. */
export class NoShareAddress extends Error {
  override name = 'NoShareAddress'
}

function addressesOf(interfaces: Interfaces): NetworkInterfaceInfo[] {
  return Object.values(interfaces).flatMap((each) => (each ?? []).filter(({ family }) => family === 'IPv4'))
}
