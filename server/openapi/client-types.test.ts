import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientTypesFile, renderClientTypes } from './client-types.ts'

test('the types of the client are those of the document; otherwise run `npm run generate`', async () => {
  const written = readFileSync(clientTypesFile, 'utf8')
  const isCurrent = written === (await renderClientTypes())
  expect(isCurrent).toBe(true)
}, 30_000)
