import type { Medium, Prices } from './providers.ts'

type Ipv4 = readonly [number, number, number, number]

const localNets: readonly ((bytes: Ipv4) => boolean)[] = [
  ([first]) => first === 127 || first === 10,
  ([first, second]) => first === 192 && second === 168,
  ([first, second]) => first === 172 && second >= 16 && second < 32,
  ([first, second]) => first === 169 && second === 254,
  ([first, second]) => first === 100 && second >= 64 && second < 128,
  (bytes) => bytes.every((byte) => byte === 0),
]

const localName = /^[^.]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/
// This computer, fc00::/7 and fe80::/10.
const localIpv6 = /^(?:::1\]$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/
const ipv4InIpv6 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** Whether an address belongs to this computer or its network, as far as the address itself shows. */
export function isLocalAddress(address: string): boolean {
  const { hostname } = new URL(address)
  const bytes = readIpv4(hostname)
  if (bytes) return localNets.some((holds) => holds(bytes))
  return hostname.startsWith('[') ? localIpv6.test(hostname.slice(1)) : localName.test(hostname)
}

/** Whether only the owner can allow requests to an address: one of this computer or its network, or without https. */
export function needsPermission(address: string): boolean {
  return !address.startsWith('https:') || isLocalAddress(address)
}

function readIpv4(hostname: string): Ipv4 | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) {
    const [first = 0, second = 0, third = 0, fourth = 0] = hostname.split('.').map(Number)
    return [first, second, third, fourth]
  }
  const [, high, low] = ipv4InIpv6.exec(hostname.replace(/^\[|\]$/g, '')) ?? []
  if (high === undefined || low === undefined) return undefined
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [upper >> 8, upper & 255, lower >> 8, lower & 255]
}

const units: Record<Medium, readonly (keyof Prices)[]> = {
  text: ['input', 'output'],
  image: ['image'],
  video: ['video'],
}

/**
 * Whether calls for the medium are free: the price is 0, or it is unknown and the server is here or on
 * this network.
 */
export function areCallsFree(price: Partial<Prices> | null, baseUrl: string, medium: Medium): boolean {
  const isHere = isLocalAddress(baseUrl)
  const asked = units[medium].map((unit) => price?.[unit] ?? null)
  return asked.every((dollars) => dollars === 0 || (dollars === null && isHere))
}
