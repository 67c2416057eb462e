import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { QualityFinding } from '#shared/quality.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { languageOf } from '../quality/checkers.ts'
import { Spelling } from '../quality/spelling.ts'

const attributes = [
  {
    name: 'Name',
    key: 'name',
    data_type: 'single_line_text_field',
    entity_type: 'product',
    is_primary: true,
  },
  { name: 'Link', key: 'link', data_type: 'url', entity_type: 'product' },
  { name: 'Photo', key: 'photo', data_type: 'image', entity_type: 'product' },
]

async function check(server: TestServer) {
  const { status, body } = await server.post('/quality/checks', { type: 'product' })
  expect(status).toBe(202)
  expect(body.data.metadata.workflow).toBe('quality_check')
  return (await server.endedJob(body.data.id)).result
}

async function found(server: TestServer, rule: string) {
  const { body } = await server.get(`/quality/findings?rule=${rule}`)
  return body.data as QualityFinding[]
}

test('[QUALITY-10] links are asked for by a job, of what changed alone, and the findings tell when', async () => {
  const asked: string[] = []
  const shop = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(request.url === '/ok' ? 200 : 404).end()
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  await using server = await testServer({ attributes })
  await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { allow_private_sources: true } })
  const make = async (name: string, link: string) =>
    (await server.post('/products', { attributes: { name, link } })).body.data.id as string
  await make('Chair', `${origin}/ok`)
  const table = await make('Table', `${origin}/gone`)
  await server.post('/quality/rules', {
    name: 'Links',
    entity_type: 'product',
    check: { kind: 'link_answers', attributes: ['link'] },
  })
  expect(await found(server, 'links')).toEqual([])
  expect(await check(server)).toMatchObject({ checked: 2, found: 1, rules: ['links'] })
  const [finding] = await found(server, 'links')
  expect(finding).toMatchObject({ entity: { id: table }, attribute: 'link', value: `${origin}/gone` })
  expect(Date.parse(finding?.checked_at ?? '')).toBeGreaterThan(0)
  expect((await server.get('/quality/summary')).body.data).toEqual({
    score: 50,
    rules: [{ rule: 'links', failing: 1, checked: 2 }],
  })
  const before = asked.length
  expect(await check(server)).toMatchObject({ checked: 0, found: 0 })
  expect(asked).toHaveLength(before)
  await server.patch(`/products/${table}`, { attributes: { link: `${origin}/ok` } })
  expect(await found(server, 'links')).toEqual([])
  expect(await check(server)).toMatchObject({ checked: 1, found: 0 })
  shop.close()
})

test('[QUALITY-10] pictures are measured', async () => {
  await using server = await testServer({ attributes })
  const upload = async (width: number, height: number) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png')
    const headers = { authorization: `Bearer ${server.key}` }
    const answer = await fetch(`${server.server.origin}/api/v1/files`, {
      method: 'POST',
      headers,
      body: form,
    })
    const { data } = (await answer.json()) as { data: { hash: string; extension: string; url: string } }
    return `files/${data.hash}.png`
  }
  for (const [name, width, height] of [
    ['Small', 50, 50],
    ['Wide', 200, 100],
    ['Square', 120, 120],
  ] as const)
    await server.post('/products', { attributes: { name, photo: await upload(width, height) } })
  await server.post('/quality/rules', {
    name: 'Photos',
    entity_type: 'product',
    check: { kind: 'picture', attributes: ['photo'], min_width: 100, aspect: '1:1', formats: ['PNG'] },
  })
  expect(await check(server)).toMatchObject({ checked: 3, found: 2 })
  expect((await found(server, 'photos')).map(({ entity }) => entity.label)).toEqual(['Small', 'Wide'])
})

test('spelling knows German compounds, and takes names, codes and brands for no words [QUALITY-11]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-dictionaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const words = [
    'Schreibtisch',
    'Lampe',
    'aus',
    'Eiche/N',
    'Holz',
    'für',
    'das',
    'Büro',
    'ein',
    'schön/R',
    'Stuhl',
  ]
  writeFileSync(join(folder, 'de.aff'), 'SET UTF-8\nSFX N Y 1\nSFX N 0 n .\nSFX R Y 1\nSFX R 0 er .\n')
  writeFileSync(join(folder, 'de.dic'), `${words.length}\n${words.join('\n')}\n`)
  const spelling = new Spelling(folder)
  const traits = { layout: 'line' } as never
  const isWrong = (text: string, language: string) => spelling.hasMistake(text, language, { traits } as never)
  expect(await isWrong('A wooden chair with leather seat', 'en')).toBe(false)
  expect(await isWrong('A wodden chair', 'en')).toBe(true)
  expect(await isWrong('Chair by Nordlys, iPhone X200 www.shop.example 10cm', 'en')).toBe(false)
  expect(await isWrong('Schreibtischlampe aus Eichenholz für das Büro', 'de')).toBe(false)
  expect(await isWrong('Ein schöner Stull', 'de')).toBe(true)
  const without = new Spelling(undefined)
  expect([await without.hasDictionary('en'), await without.hasDictionary('de')]).toEqual([true, false])
})

test('spelling of a language whose dictionary nobody has added is not checked, and the job says so [QUALITY-11]', async () => {
  await using server = await testServer({ attributes })
  await server.post('/products', { attributes: { name: 'Ein schöner Stull' } })
  for (const language of ['en', 'de'])
    await server.post('/quality/rules', {
      name: `Spelling ${language}`,
      entity_type: 'product',
      check: { kind: 'spelling', attributes: ['name'], language },
    })
  expect(await check(server)).toEqual({
    checked: 1,
    found: 1,
    rules: ['spelling_en'],
    missing_dictionaries: ['de'],
  })
  mkdirSync(join(server.dataDir, 'dictionaries'))
  writeFileSync(join(server.dataDir, 'dictionaries', 'de.aff'), 'SET UTF-8\n')
  writeFileSync(join(server.dataDir, 'dictionaries', 'de.dic'), '3\nein\nschöner\nStuhl\n')
  expect(await check(server)).toEqual({ checked: 1, found: 1, rules: ['spelling_en', 'spelling_de'] })
})

test('the language of a text is told where it is clear [QUALITY-11]', () => {
  expect(languageOf('The chair is made of oak and comes with a seat for you')).toBe('en')
  expect(languageOf('Der Stuhl ist aus Eiche und wird mit einem Kissen geliefert')).toBe('de')
  expect(languageOf('La chaise est en chêne et elle est livrée avec un coussin pour vous')).toBe('fr')
  expect(languageOf('Oak chair')).toBeUndefined()
})
