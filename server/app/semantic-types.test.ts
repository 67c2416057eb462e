import { afterAll, expect, test } from 'vitest'
import { withCheckDigit } from '#shared/gtin.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const headers = { 'vitrine-workspace': server.workspace.id }

const call = async (method: string, path: string, body?: object) =>
  server.asOwner({ method, path: `/app/v1${path}`, headers, ...(body && { body }) })

/** A list of a German supplier, with the columns that such lists have. */
function supplierFile(): string {
  const cells = (n: number): Record<string, string> => ({
    Artikelnummer: `K-${100 + n}`,
    Bezeichnung: `Stuhl ${n}`,
    Langtext: `Ein Stuhl aus Eiche, Modell ${n}.`,
    EAN: withCheckDigit(`40012345${1000 + n}`),
    Herstellernummer: `HN-${n}`,
    Marke: ['Nordvik', 'Küchenwerk'][n % 2] ?? '',
    Hersteller: ['Nordvik AS', 'Küchenwerk GmbH'][n % 2] ?? '',
    Warengruppe: ['Möbel > Stühle', 'Möbel > Sessel'][n % 2] ?? '',
    'Preis EUR': `${n + 99},90`,
    'Angebotspreis EUR': `${n + 79},90`,
    'Einkaufspreis EUR': `${n + 40},10`,
    'UVP EUR': `${n + 129},00`,
    Bestand: String(n),
    Verfügbarkeit: ['in_stock', 'out_of_stock'][n % 2] ?? '',
    'Gewicht (kg)': `${n + 4},5`,
    'Breite (cm)': String(50 + n),
    'Höhe (cm)': String(80 + n),
    'Länge (cm)': String(60 + n),
    Farbe: ['Eiche', 'Schwarz'][n % 2] ?? '',
    Größe: ['M', 'L'][n % 2] ?? '',
    Material: ['Holz', 'Metall'][n % 2] ?? '',
    Muster: ['uni', 'gestreift'][n % 2] ?? '',
    Geschlecht: 'unisex',
    Altersgruppe: 'adult',
    Zustand: 'new',
    Bild: `https://img.example.org/${n}.jpg`,
    'Weitere Bilder': `https://img.example.org/${n}-2.jpg`,
    Produktlink: `https://shop.example.org/p/${n}`,
    Energieklasse: ['A', 'B'][n % 2] ?? '',
    Datenblatt: `https://img.example.org/${n}.pdf`,
    Verpackungseinheit: '4',
  })
  const rows = Array.from({ length: 40 }, (_, index) => cells(index + 1))
  const names = Object.keys(rows[0] ?? {})
  return [names.join(';'), ...rows.map((row) => names.map((name) => row[name]).join(';'))].join('\n')
}

async function importFile(text: string): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'lieferant.csv')
  const encoded = new Response(form)
  const sent = await server.asOwner({
    method: 'POST',
    path: '/app/v1/import-uploads',
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  const started = await call('POST', `/import-uploads/${sent.body.data.id as string}/import`, {
    type: 'product',
    create_missing_attributes: true,
  })
  expect((await server.endedJob(started.body.data.id)).result.created).toBe(40)
}

test('a supplier list gives its attributes meanings, by which Google takes at least 25 fields [work-surfaces.1.3]', async () => {
  await importFile(supplierFile())
  const { body: configs } = await call('GET', '/attributes?type=product')
  const meanings = Object.fromEntries(
    configs.data.map(({ key, semantic_type: type }: Record<string, string>) => [key, type]),
  )
  expect(meanings).toMatchObject({
    marke: 'brand',
    hersteller: 'manufacturer',
    ean: 'gtin',
    warengruppe: 'category',
  })
  const { body: proposed } = await call('GET', '/channels/google_merchant/proposals')
  expect(proposed.data).toContainEqual({
    target: 'brand',
    requirement: 'required',
    attribute: 'marke',
    name: 'Marke',
    reason: 'semantic_type',
    values: expect.arrayContaining(['Küchenwerk', 'Nordvik']),
  })
  const { body: enabled } = await call('POST', '/channels/google_merchant/enable')
  const mapped = enabled.data.fields.filter(
    ({ attribute }: { attribute: string | null }) => attribute !== null,
  )
  expect(mapped.length).toBe(proposed.data.length)
  expect(mapped.length).toBeGreaterThanOrEqual(25)
})

test('attributes of before are given meanings by key, name, content and target, in one edit that is undone [work-surfaces.1.1]', async () => {
  const define = (attribute: object) => server.post('/attributes', { entity_type: 'vendor', ...attribute })
  const text = { data_type: 'single_line_text_field' }
  await define({ name: 'Land', key: 'country', ...text })
  await define({ name: 'Weight', key: 'weight', ...text })
  await define({ name: 'Logo', key: 'logo', data_type: 'entity_reference', reference: { type: 'image' } })
  await server.post('/vendors', { attributes: { name: 'Lumen', country: 'NO' } })
  const path = '/semantic-types?type=vendor'
  const { body: before } = await call('GET', path)
  expect(before.data).toEqual([
    expect.objectContaining({ key: 'name', semantic_type: 'name', reason: 'key', filled: 5, total: 5 }),
    expect.objectContaining({
      key: 'country',
      semantic_type: 'country_of_origin',
      reason: 'key',
      filled: 1,
      values: ['NO'],
    }),
    expect.objectContaining({ key: 'logo', semantic_type: 'image', reason: 'reference', filled: 0 }),
  ])
  const choices = before.data.map(({ key, semantic_type: type }: Record<string, string>) => ({
    key,
    semantic_type: type,
  }))
  const { body: chosen } = await call('POST', '/semantic-types', { type: 'vendor', choices })
  expect(chosen.data).toEqual({ changed: 3 })
  expect((await call('GET', path)).body.data).toEqual([])
  expect((await server.post(`/edits/${chosen.edit_id as string}/undo`)).status).toBe(200)
  expect((await call('GET', path)).body.data).toEqual(before.data)
})

test('a code with check digits is a GTIN by its content; a wrong meaning is refused and the member can be cleared', async () => {
  const code = {
    name: 'Kennung',
    key: 'kennung',
    entity_type: 'product',
    data_type: 'single_line_text_field',
  }
  await server.post('/attributes', code)
  for (const n of [1, 2, 3])
    await server.post('/products', {
      attributes: { bezeichnung: `P ${n}`, kennung: withCheckDigit(`40098765${1000 + n}`) },
    })
  await server.patch('/attributes/ean?type=product', { semantic_type: null })
  await server.patch('/attributes/ean?type=product', { name: 'Alt' })
  const { body } = await call('GET', '/semantic-types?type=product')
  expect(body.data).toContainEqual(
    expect.objectContaining({ key: 'ean', semantic_type: 'gtin', reason: 'key' }),
  )
  await server.patch('/attributes/ean?type=product', { semantic_type: 'sku' })
  const { body: next } = await call('GET', '/semantic-types?type=product')
  expect(next.data).toContainEqual(
    expect.objectContaining({ key: 'kennung', semantic_type: 'gtin', reason: 'content', filled: 3 }),
  )
  const refused = await server.patch('/attributes/kennung', { semantic_type: 'gtni' })
  expect([refused.status, refused.body.error.field_errors[0]]).toEqual([
    400,
    expect.objectContaining({ field: 'semantic_type', issue: 'invalid_value' }),
  ])
})
