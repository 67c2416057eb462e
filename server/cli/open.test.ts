import { expect, test } from 'vitest'
import { commandFolder, runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

test('open leads a browser once to the list that is named [scripts.5.1]', async () => {
  const data = ['--data', await servedFolder('cli-open')]
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  const { last } = await runVitrine([
    'open',
    'product',
    'status=Draft',
    'price>=100',
    '--sort=-price',
    ...data,
  ])
  const url = String(last['url'])
  const first = await fetch(url, { redirect: 'manual' })
  const page = new URL(first.headers.get('location') ?? '', url)
  expect([first.status, page.pathname, first.headers.has('set-cookie')]).toEqual([303, '/', true])
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    view: 'products',
    'filter[status][eq]': 'Draft',
    'filter[price][gte]': '100',
    sort: '-price',
  })
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(401)
  const elsewhere = new URL(url)
  elsewhere.searchParams.set('to', '//example.com')
  const fresh = await runVitrine(['open', ...data])
  elsewhere.searchParams.set('ticket', new URL(String(fresh.last['url'])).searchParams.get('ticket') ?? '')
  const redirected = await fetch(elsewhere, { redirect: 'manual' })
  expect(redirected.headers.get('location')).toBe('/')
})

test('open needs a server that runs, and says how to start it [scripts.5.1]', async () => {
  const { dataDir } = commandFolder('cli-closed')
  const { code, stderr } = await runForPeople(['open', '--data', dataDir])
  expect([code, stderr]).toEqual([1, expect.stringContaining('vitrine serve')])
})
