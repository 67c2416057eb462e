import { isOneOf } from './text.ts'
import { attributeKeyPattern } from './attributes.ts'
import { systemFields } from './entities.ts'

export const maxKeyLength = 64

/** Returns the first of `key`, `key_2`, `key_3`… that is neither taken nor a system field. */
export function freeAttributeKey(key: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = key.slice(0, maxKeyLength - suffix.length) + suffix
    if (!isTaken(candidate) && !isReservedKey(candidate)) return candidate
  }
}

export function isReservedKey(key: string): boolean {
  return isOneOf(systemFields, key)
}

export function isAttributeKey(key: string): boolean {
  return attributeKeyPattern.test(key) && !isReservedKey(key)
}
