import type { ServerOptions } from '#server'
import type { Electron } from './electron.ts'
import { message, SentenceError } from '#shared/messages/message.ts'

type SecretBox = NonNullable<ServerOptions['secretBox']>

const noKeyring = message('provider.no_keyring')

/** Encrypts secrets with the system's keyring; without one Electron would only obfuscate, so it throws. */
export function secretBoxOf(
  { safeStorage }: Pick<Electron, 'safeStorage'>,
  platform = process.platform,
): SecretBox {
  return {
    async seal(secret) {
      const isReady = await safeStorage.isAsyncEncryptionAvailable().catch(() => false)
      if (!isReady || (platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'))
        throw new SentenceError(noKeyring)
      return safeStorage.encryptStringAsync(secret)
    },
    async open(sealed) {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed))
      return result
    },
  }
}
