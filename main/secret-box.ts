import type { ServerOptions } from '#server'
import type { Electron } from './electron.ts'

type SecretBox = NonNullable<ServerOptions['secretBox']>

const noKeyring =
  'This computer has no keyring that is open, so the key would lie readable on the disk. Set one up, such as GNOME Keyring or KWallet, or start the app with the key in an environment variable and enter its name instead.'

/** Seals secrets with the keyring of the system. Where there is none Electron would only disguise them: that is refused. */
export function secretBoxOf(
  { safeStorage }: Pick<Electron, 'safeStorage'>,
  platform = process.platform,
): SecretBox {
  return {
    async seal(secret) {
      const isReady = await safeStorage.isAsyncEncryptionAvailable().catch(() => false)
      if (!isReady || (platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'))
        throw new Error(noKeyring)
      return safeStorage.encryptStringAsync(secret)
    },
    async open(sealed) {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed))
      return result
    },
  }
}
