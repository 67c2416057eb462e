import { expect, test } from 'vitest'
import { secretBoxOf } from './secret-box.ts'
import type { Electron } from './electron.ts'

type SafeStorage = Electron['safeStorage']

function storageWith(changes: Partial<SafeStorage>): { safeStorage: SafeStorage } {
  const safeStorage = {
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text: string) => Buffer.from(`sealed ${text}`),
    decryptStringAsync: async (sealed: Buffer) => ({
      result: sealed.toString().replace('sealed ', ''),
      shouldReEncrypt: false,
    }),
    ...changes,
  }
  return { safeStorage: safeStorage as SafeStorage }
}

test('a secret is sealed by the keyring of the system and opened again', async () => {
  const box = secretBoxOf(storageWith({}), 'linux')
  const sealed = await box.seal('sk-1')
  expect(Buffer.from(sealed).toString()).toBe('sealed sk-1')
  expect(await box.open(sealed)).toBe('sk-1')
})

test.each([
  ['basic_text', { getSelectedStorageBackend: () => 'basic_text' as const }],
  ['nothing to seal with', { isAsyncEncryptionAvailable: async () => false }],
  ['a keyring that fails', { isAsyncEncryptionAvailable: () => Promise.reject(new Error('locked')) }],
])('with %s a secret is refused in a sentence that says what to do', async (_name, changes) => {
  const box = secretBoxOf(storageWith(changes), 'linux')
  await expect(box.seal('sk-1')).rejects.toThrow('no keyring that is open')
})

test('elsewhere than on Linux nobody asks which keyring it is', async () => {
  const unasked = { getSelectedStorageBackend: () => expect.unreachable() }
  await expect(secretBoxOf(storageWith(unasked), 'darwin').seal('sk-1')).resolves.toBeDefined()
})
