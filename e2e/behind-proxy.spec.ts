import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { type ProxyMood, RestartingProxy } from './restarting-proxy.ts'
import { Api, ServedApp } from './served-app.ts'

const moods: readonly ProxyMood[] = ['bad gateway', 'maintenance page', 'cut off']

for (const mood of moods) {
  test(`grid.live.4 what is edited while the server behind a proxy restarts is sent when it is back: ${mood}`, async ({
    page,
  }) => {
    let served = await ServedApp.start()
    const proxy = await RestartingProxy.start(served.origin)
    proxy.mood = mood
    try {
      const workspace = await served.createWorkspace('Behind', { sample: false })
      const api = new Api(served.origin, await served.createKey(workspace))
      const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const
      await api.define({ ...text, name: 'Name', is_primary: true })
      await api.define({ ...text, name: 'Note' })
      for (const called of ['One', 'Two'])
        await api.post('/products', { attributes: { name: called, note: 'old' } })
      await page.goto(served.appUrl.replace(served.origin, proxy.origin))
      await page.goto(`${proxy.origin}/?workspace=${workspace.id}&view=products`)
      const grid = new Grid(page)
      await (await grid.cell(1, 'Note')).click()
      await served.kill()
      await page.keyboard.type('first')
      await page.keyboard.press('Enter')
      await page.keyboard.type('second')
      await page.keyboard.press('Enter')
      await expect(page.getByText('2 changes wait to be sent')).toBeVisible()
      await expect
        .poll(() => proxy.answered.filter((line) => line === 'POST /api/v1/edits').length)
        .toBeGreaterThan(1)
      await expect(page.getByText('Vitrine does not answer.').first()).toBeVisible()
      await expect(page.getByText('Reload the page')).toBeHidden()
      await expect(page.getByRole('button', { name: /rejected/ })).toBeHidden()

      served = await ServedApp.start(served)
      await expect(page.getByText('2 changes wait to be sent')).toBeHidden()
      const notes = async () =>
        (await api.get('/products')).body.data.map(
          ({ attributes }: { attributes: { note: string } }) => attributes.note,
        )
      await expect.poll(notes).toEqual(['first', 'second'])
      await expect(page.getByText('Vitrine does not answer.').first()).toBeHidden()
    } finally {
      await proxy.close()
      await served.stop()
    }
  })
}
