import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSyntax } from '../../testing/syntax-tree.ts'
import { checksDigest } from './checks-digest.ts'

const root = join(import.meta.dirname, '../../..')

/** Code that affects checks without appearing in their SQL, which is part of a result's key. */
const sources = [
  'server/catalog/attributes/data-types/pattern.ts',
  'server/catalog/quality/check-functions.ts',
  'server/store/quality/dependencies.ts',
  'server/store/quality/entity-set.ts',
  'server/store/quality/outliers.ts',
  'server/store/quality/repeating.ts',
  'shared/formula/operations.ts',
  'shared/gtin.ts',
  'shared/html-to-text.ts',
  'shared/text.ts',
  'shared/units.ts',
]

/** A digest of the code without comments, imports and formatting. */
function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const { body } = readSyntax(file, readFileSync(join(root, file), 'utf8')) as unknown as {
      body: { type: string }[]
    }
    const code = body.filter(({ type }) => type !== 'ImportDeclaration')
    hash.update(JSON.stringify(code, withoutPlaces))
  }
  return hash.digest('base64url').slice(0, 16)
}

function withoutPlaces(key: string, value: unknown): unknown {
  if (/^(start|end|raw)$/.test(key)) return undefined
  return typeof value === 'bigint' ? String(value) : value
}

test('stored results are those of the code as it is [QUALITY-15]', () => {
  const digest = digestOf(sources)
  const file = join(import.meta.dirname, 'checks-digest.ts')
  if (process.env['WRITE_CHECKS_DIGEST'] === '1' && digest !== checksDigest)
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/checksDigest = '.*'/, `checksDigest = '${digest}'`),
    )
  const remedy = 'WRITE_CHECKS_DIGEST=1 npm run test:unit -- server/store/quality/checks-digest.test.ts'
  expect(checksDigest, `The code of checks has changed. Write its digest anew: ${remedy}`).toBe(digest)
})

test('code that differs has another digest, and the order of the files counts', () => {
  expect(digestOf(sources.slice(1))).not.toBe(digestOf(sources))
  expect(digestOf(sources.toReversed())).not.toBe(digestOf(sources))
})
