/** Names of files by a pattern such as `{sku}_{n}.{ext}`, in which a slash makes a folder. */
import { defaultNamePattern, fileNameParts } from '#shared/exports.ts'
import { isDeviceName } from '#shared/file-names.ts'
import { foldText } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Faults } from '../errors.ts'

const part = /\{([^{}]*)\}/g

export function keysOfPattern(pattern: string): string[] {
  return [...new Set([...pattern.matchAll(part)].map(([, key = '']) => key))]
}

/** The pattern that is asked for, or that by SKU, or by the primary attribute where products have no SKU. */
export function checkNamePattern(db: ReadableDb, sent: string | undefined, faults: Faults): string {
  const [products, images] = [attributesOf(db, 'product'), attributesOf(db, 'image')]
  const pattern = sent?.trim()
  if (pattern === undefined || pattern === '') {
    const key = products.byKey.has('sku') ? 'sku' : products.primary?.key
    return key === undefined ? '{name}.{ext}' : defaultNamePattern.replace('{sku}', `{${key}}`)
  }
  const known = [...fileNameParts, ...products.byKey.keys(), ...images.byKey.keys()]
  const unknown = keysOfPattern(pattern).filter((key) => !known.includes(key))
  if (unknown.length > 0) faults.add('pattern', 'invalid_value', known.slice(0, 100), unknown[0])
  return pattern
}

/**
 * Fills a pattern in. A part that is blank goes with the separators before it, and each step of the path is
 * one that every system can write. The extension stands at the end, whether the pattern names it or not.
 */
export function fillNamePattern(
  pattern: string,
  values: (key: string) => string,
  { fallback, extension }: { readonly fallback: string; readonly extension: string },
): string {
  let hasBlank = false
  const filled = pattern
    .replace(/\.?\{ext\}$/, '')
    .replaceAll(/([-_. ]*)\{([^{}]*)\}/g, (_, before: string, key: string) => {
      const value = toStep(key === 'ext' ? extension : values(key))
      hasBlank ||= value === ''
      return value === '' ? '' : `${before}${value}`
    })
  const steps = filled
    .split('/')
    .map((step) => toStep(hasBlank ? step.replace(/^[-_]+/, '') : step))
    .filter((step) => step !== '')
  const name = steps.join('/') || toStep(fallback) || 'picture'
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`
}

const maxStep = 120

/** A text as one step of a path: without what no system takes in a name, and not longer than all of them take. */
function toStep(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[<>:"|?*\\/]|\p{Cc}|\ufffd/gu, '-')
    .replace(/^[. ]+/, '')
    .slice(0, maxStep)
    .toWellFormed()
    .replace(/[. ]+$/, '')
  return isDeviceName(plain) ? `_${plain}` : plain
}

/** Gives each file a name of its own: a name that is taken gets a number. */
export class FreeNames {
  readonly #taken = new Set<string>()
  readonly #next = new Map<string, number>()

  take(wanted: string): string {
    const dot = wanted.lastIndexOf('.')
    const [stem, end] = [wanted.slice(0, dot), wanted.slice(dot)]
    const folded = foldText(wanted)
    for (let name = wanted, number = this.#next.get(folded) ?? 2; ; number += 1) {
      const key = foldText(name)
      if (!this.#taken.has(key)) {
        this.#taken.add(key)
        this.#next.set(folded, number)
        return name
      }
      name = `${stem} (${number})${end}`
    }
  }
}
