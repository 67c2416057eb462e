import type { BrowserWindow } from 'electron'
import { formatCertificate } from '#shared/team.ts'
import type { Electron } from './electron.ts'
import { showMessage } from './start-error.ts'
import { t } from './app-language.ts'
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { BlockList } from 'node:net'

const maxOffered = 3

/** Asks for the address to share at; undefined if the user cancels or there is no address. */
export async function askToShare(
  electron: Pick<Electron, 'dialog'>,
  window: BrowserWindow | undefined,
  addresses: readonly string[] = shareableAddresses(),
): Promise<string | undefined> {
  const offered = addresses.slice(0, maxOffered)
  if (offered.length === 0) {
    await showMessage(electron, window, {
      message: t('This computer is in no network that it could share in.'),
      detail: t(
        'Connect it to the network of your colleagues, by cable or wireless, and try again. At a public address nothing is shared from here: set up a server for your team instead.',
      ),
      buttons: [t('OK')],
      type: 'info',
    })
    return undefined
  }
  const response = await showMessage(electron, window, {
    message: t('Share your catalogs on this network?'),
    detail: t(
      'Vitrine restarts as a server for a team. You create an account, or sign in, and invite colleagues with links; nobody sees anything without one. Sharing lasts until you stop it or quit.',
    ),
    buttons: [...offered.map((address) => t('Share at {address}', { address })), t('Cancel')],
    type: 'info',
  })
  return offered[response]
}

export interface SharedServer {
  readonly origin: string
  readonly certificate: string
}

export function sharedAddress({ origin, certificate }: SharedServer): string {
  return `${origin}/#certificate=${certificate}`
}

export async function showSharedAddress(
  electron: Pick<Electron, 'dialog' | 'clipboard'>,
  window: BrowserWindow | undefined,
  shared: SharedServer,
): Promise<void> {
  const { origin } = shared
  const response = await showMessage(electron, window, {
    message: t('Your catalogs are shared at {origin}', { origin }),
    detail: t(
      'Invite colleagues on the page People, and send each their link: they paste it into “Open a team catalog…” of their app. It takes this certificate and no other:\n\n{certificate}\n\nA browser warns before it opens the address, since nobody else vouches for this computer: compare the certificate there.',
      { certificate: formatCertificate(shared.certificate) },
    ),
    buttons: [t('OK'), t('Copy the Address')],
    type: 'info',
  })
  if (response === 1) await electron.clipboard.writeText(sharedAddress(shared))
}

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
