import type { ConnectionKind } from '#shared/connections.ts'
import type { Place, PlaceAccess, PlaceOptions } from './place.ts'

type Openers = {
  readonly [Kind in ConnectionKind]: (access: PlaceAccess<Kind>, options: PlaceOptions) => Promise<Place>
}

const openers: Openers = {
  folder: async (access, options) => new (await import('./folder-place.ts')).FolderPlace(access, options),
  https: async (access, options) => new (await import('./https-place.ts')).HttpsPlace(access, options),
  sftp: async (access, options) => new (await import('./sftp-place.ts')).SftpPlace(access, options),
  s3: async (access, options) => new (await import('./s3-place.ts')).S3Place(access, options),
}

/** Opens the place of a connection; its client is loaded with the first use. */
export function openPlace<Kind extends ConnectionKind>(
  access: PlaceAccess<Kind>,
  options: PlaceOptions,
): Promise<Place> {
  const open: Openers[Kind] = openers[access.kind]
  return open(access, options)
}
