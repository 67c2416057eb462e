import { afterAll, describe, expect, test } from 'vitest'
import { everyTypeServer } from './every-type.ts'

/**
 * Text is compared by NFC and full case folding with the white space around it ignored, and every character stands for itself
 * (decisions, reading 1; specification, Filter rules): from the bytes of the URL to the row.
 */
const { server } = await everyTypeServer()
afterAll(() => server[Symbol.asyncDispose]())

const texts = [
  '100%',
  '100 %',
  'a_b',
  'axb',
  "O'Brien",
  'say "hi"',
  '🪑 stool',
  '👩‍🚀',
  'a,b',
  'filter[sku][eq]=1',
  'a&b=c',
  'a+b',
  'a b#c?d',
  '%25',
  '\\',
  '*?[a-z]{1}',
  "'; DROP TABLE entity; --",
  'nul',
  'e\u{10ffff}',
  '\uffff',
  'line\nbreak',
  'm²',
  'm2',
  '00123',
  '123',
  'null',
  'constructor',
]
for (const sku of texts) {
  const { status } = await server.post('/products', { attributes: { name: 'x', sku } })
  if (status !== 201) throw new Error(sku)
}

async function find(operator: string, value: string): Promise<string[]> {
  const query = `filter${encodeURIComponent(`[sku]${operator}`)}=${encodeURIComponent(value)}`
  const { body } = await server.get(`/products?limit=200&${query}`)
  return body.data.map(({ attributes }: { attributes: Record<string, unknown> }) => attributes['sku'])
}

describe.each(texts)('%j', (text) => {
  test('is found by itself alone, in any case, with white space around', async () => {
    expect(await find('', text)).toEqual([text])
    expect(await find('[eq]', ` ${text.toUpperCase()}\n`)).toEqual([text])
    expect(await find('[ne]', text)).not.toContain(text)
  })

  test('is found by its parts', async () => {
    const fold = (one: string) => one.toLowerCase()
    const characters = [...text]
    const start = characters.slice(0, -1).join('').trim() || text
    const end = characters.slice(1).join('').trim() || text
    const all = await find('[exists]', 'true')
    expect(await find('[contains]', start)).toEqual(all.filter((one) => fold(one).includes(fold(start))))
    expect(await find('[starts_with]', start)).toEqual(all.filter((one) => fold(one).startsWith(fold(start))))
    expect(await find('[ends_with]', end)).toEqual(all.filter((one) => fold(one).endsWith(fold(end))))
  })

  test('is found by `in` unless it has a comma, which parts the list', async () => {
    expect(await find('[in]', `nobody, ${text} ,`)).toEqual(text === 'a,b' ? ['A', 'B'] : [text])
  })
})

test.each([
  ['STRASSE', ' straße\t'],
  ['\u00c9clair', 'e\u0301CLAIR'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['ﬁsh', 'FISH'],
])('%j equals %j', async (stored, asked) => {
  await server.post('/products', { attributes: { name: 'x', sku: stored } })
  expect(await find('', asked)).toEqual([stored])
  expect(await find('[in]', asked)).toEqual([stored])
})
