import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'
import { unusable } from './unusable.ts'
import { asError } from '#shared/interrupted.ts'

export type Refuses = (address: string) => boolean

/** Only plain unicast addresses are public: loopback, link-local, private, shared, reserved and tunnelled ones are not. */
export const isPrivate: Refuses = (address) => {
  // Without the zone of a link-local address; a mapped address (::ffff:…) is the IPv4 address it stands for.
  const [plain = ''] = address.split('%')
  if (!ipaddr.isValid(plain)) return true
  const known = ipaddr.process(plain)
  if (known.range() !== 'unicast') return true
  // Only this range of IPv6 is allocated: addresses outside, such as ::127.0.0.1, count as unicast and may
  // lead anywhere.
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

/** Does the same as requireAllowed for a URL that contains an address: no look-up would check it. */
export function requireAllowedHost({ hostname }: URL, refuses: Refuses): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) requireAllowed(host, refuses)
}

/**
 * A look-up for connections that refuses forbidden addresses: one of them is enough to refuse the name.
 * The connection itself calls it, so that a name cannot change between the check and the connection.
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

/** The connections of one visit, to allowed addresses only. The connected address is checked once more. */
export function guardedAgent({
  refuses,
  lookUp,
}: {
  readonly refuses: Refuses
  readonly lookUp?: typeof lookUpName
}): Agent {
  const connect = buildConnector({ lookup: guardedLookup(refuses, lookUp) })
  return new Agent({
    connect(options, callback) {
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null)
        try {
          requireAllowed(socket.remoteAddress ?? '', refuses)
        } catch (refusal) {
          socket.destroy()
          return callback(asError(refusal), null)
        }
        callback(null, socket)
      })
    },
  })
}
