import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { unusable } from './unusable.ts'
import { asError } from '#shared/interrupted.ts'

/** Tells of an address whether nothing may be fetched from it. */
export type Refuses = (address: string) => boolean

/** Only plain unicast addresses are public: loopback, link-local, private, shared, reserved and tunnelled ones are not. */
export const isPrivate: Refuses = (address) => {
  // Without the zone of a link-local address; a mapped address (::ffff:…) is the IPv4 address it stands for.
  const [plain = ''] = address.split('%')
  if (!ipaddr.isValid(plain)) return true
  const known = ipaddr.process(plain)
  if (known.range() !== 'unicast') return true
  // Of IPv6 only this is given out: what lies outside, such as ::127.0.0.1, is unicast by name and leads who knows where.
  return known instanceof ipaddr.IPv6 && !known.match(givenOut)
}

const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

export function requireAllowed(address: string, refuses: Refuses): void {
  if (!refuses(address)) return
  throw unusable(
    `Addresses of this computer and its network are not fetched (${address}). The owner can allow them in the settings.`,
    'refused',
  )
}

/** As requireAllowed for a URL that names an address itself: no look-up would see it. */
export function requireAllowedHost({ hostname }: URL, refuses: Refuses): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) requireAllowed(host, refuses)
}

/**
 * As the look-up that connections make by themselves, but for refused addresses: one of them is enough to refuse the name.
 * It is the connection that asks, so that a name cannot point elsewhere between the check and the connection.
 */
export function guardedLookup(refuses: Refuses, lookUp: typeof lookUpName = lookUpName): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '')
      try {
        for (const { address } of addresses) requireAllowed(address, refuses)
      } catch (refusal) {
        return callback(asError(refusal), '')
      }
      const [first] = addresses
      if (options.all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}
