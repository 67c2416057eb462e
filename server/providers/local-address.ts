import { BlockList, isIP } from 'node:net'

const local = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 32],
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  // What private networks over the internet give out.
  ['100.64.0.0', 10],
] as const)
  local.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local.addSubnet(net, prefix, 'ipv6')

const localName = /^[^.]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/

/** Tells whether an address is on this computer or its network, as far as the address itself says. */
export function isLocalAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const version = isIP(host)
  return version === 0 ? localName.test(host) : local.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
